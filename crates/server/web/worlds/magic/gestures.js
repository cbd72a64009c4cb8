// Pointers on the picture: a pawn is chosen or dragged, a cell is clicked, the
// ground is panned, two fingers or the wheel zoom.

/** @typedef {import("../../app/wire.js").Point} Point */

/**
 * @param {import("./drawing.js").Drawing} drawing
 * @param {{ grab(cell: Point): boolean, drag(cell: Point): void, drop(cell: Point | undefined): void, tap(cell: Point): void }} does
 */
export function gestures(drawing, does) {
  const { svg, camera } = drawing;
  /** @type {Map<number, PointerEvent>} */
  const down = new Map();
  /** @type {"" | "pawn" | "ground" | "pinch"} */
  let doing = "";
  let moved = 0;
  let apart = 0;

  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    down.set(event.pointerId, event);
    try {
      svg.setPointerCapture(event.pointerId);
    } catch {
      // A pointer made by a program cannot be captured.
    }
    if (down.size === 2) {
      if (doing === "pawn") does.drop(undefined);
      doing = "pinch";
      apart = spread();
      return;
    }
    moved = 0;
    doing = does.grab(drawing.cell(event)) ? "pawn" : "ground";
  });

  svg.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (doing === "pinch") {
      down.set(event.pointerId, event);
      const now = spread();
      if (apart > 0 && now > 0) camera.scale(now / apart, camera.at(centre()), true);
      apart = now;
    } else if (doing === "pawn") {
      moved = Math.max(moved, Math.hypot(dx, dy));
      if (moved > 6) does.drag(drawing.cell(event));
    } else if (doing === "ground") {
      moved += Math.hypot(dx, dy);
      if (moved > 6) {
        const pixels = camera.pixels();
        camera.pan(-dx / pixels, -dy / pixels);
        down.set(event.pointerId, event);
      }
    }
  });

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    const cell = drawing.cell(event);
    if (doing === "pawn") does.drop(moved > 6 && event.type === "pointerup" ? cell : undefined);
    else if (doing === "ground" && moved <= 6 && event.type === "pointerup") does.tap(cell);
    if (!down.size) doing = "";
  };
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      camera.scale(Math.exp(-event.deltaY * 0.0016), camera.at(event), true);
    },
    { passive: false },
  );

  function spread() {
    const [a, b] = [...down.values()];
    return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  }

  function centre() {
    const [a, b] = [...down.values()];
    return { clientX: ((a?.clientX ?? 0) + (b?.clientX ?? 0)) / 2, clientY: ((a?.clientY ?? 0) + (b?.clientY ?? 0)) / 2 };
  }
}
