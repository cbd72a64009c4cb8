// Runs before the page is painted, so that a chosen theme does not flash.
try {
  const theme = JSON.parse(localStorage.getItem("theme") ?? "null");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}

// Without its modules a page would wait for ever: it says so instead.
addEventListener(
  "error",
  ({ target }) => {
    const text = document.querySelector(".state.wait p");
    if (!(target instanceof HTMLScriptElement) || !text) return;
    const french = document.documentElement.lang === "fr";
    text.textContent = french ? "Cette page n’a pas pu être chargée : rechargez-la." : "This page could not be loaded: please reload it.";
  },
  true,
);
