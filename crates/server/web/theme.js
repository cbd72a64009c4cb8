// Runs before the page is painted, so that a chosen theme does not flash.
try {
  const theme = JSON.parse(localStorage.getItem("theme") ?? "null");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}
