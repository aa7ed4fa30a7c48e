// Mouse, touch and keys of the viewer.

function listenTo(viewer) {
  const { overlay, camera } = viewer, pointers = new Map();
  let travelled = 0;
  const place = (event) => {
    const box = overlay.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  overlay.addEventListener("pointerdown", (event) => {
    overlay.focus({ preventScroll: true });
    overlay.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    if (pointers.size === 1) travelled = 0;
    event.preventDefault();
  });
  overlay.addEventListener("pointermove", (event) => {
    const now = place(event), before = pointers.get(event.pointerId);
    if (!before) {
      overlay.classList.toggle("on-contact", viewer.contactAt(now.x, now.y) >= 0);
      return;
    }
    const dx = now.x - before.x, dy = now.y - before.y, height = overlay.getBoundingClientRect().height;
    travelled += Math.hypot(dx, dy);
    if (travelled > 4) overlay.classList.add("dragging");
    if (pointers.size === 1) {
      if (event.shiftKey || event.buttons & 6) camera.move(dx, dy, height);
      else camera.turn(dx * 0.4, dy * 0.4);
    } else if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const apart = (p) => Math.max(Math.hypot(p.x - other.x, p.y - other.y), 1);
      camera.zoom(apart(before) / apart(now));
      camera.move(dx / 2, dy / 2, height);
    }
    pointers.set(event.pointerId, now);
    viewer.redraw(true);
  });
  const release = (event) => {
    const at = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    overlay.classList.remove("dragging");
    if (event.type === "pointerup" && at && travelled <= 4 && pointers.size === 0) {
      state.choose(viewer.contactAt(at.x, at.y), "viewer");
    }
  };
  overlay.addEventListener("pointerup", release);
  overlay.addEventListener("pointercancel", release);
  overlay.addEventListener("contextmenu", (event) => event.preventDefault());
  overlay.addEventListener("wheel", (event) => {
    event.preventDefault();
    camera.zoom(Math.exp(event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)));
    viewer.redraw(true);
  }, { passive: false });
  overlay.addEventListener("dblclick", () => {
    if (state.chosen >= 0) viewer.centre(state.chosen);
  });
  overlay.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !key(event)) return;
    event.preventDefault();
    viewer.redraw(true);
  });

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function key(event) {
    if (event.key in arrows) {
      const [x, y] = arrows[event.key];
      if (event.shiftKey) camera.move(-20 * x, -20 * y, overlay.getBoundingClientRect().height);
      else camera.turn(6 * x, 6 * y);
    } else if (event.key === "+" || event.key === "=") camera.zoom(1 / 1.15);
    else if (event.key === "-") camera.zoom(1.15);
    else if (event.key === "0" || event.key === "Home") camera.reset();
    else if (event.key === "n" || event.key === "N") state.tell({ step: 1 });
    else if (event.key === "p" || event.key === "P") state.tell({ step: -1 });
    else if ((event.key === "c" || event.key === "C") && state.chosen >= 0) viewer.centre(state.chosen);
    else if (event.key === "Escape") state.choose(-1, "viewer");
    else return false;
    return true;
  }

  for (const button of document.querySelectorAll("button[data-view]")) {
    button.addEventListener("click", () => {
      camera.reset(button.dataset.view);
      viewer.redraw();
    });
  }
  document.getElementById("opacity").addEventListener("input", (event) => {
    viewer.opacity = event.target.value / 100;
    viewer.redraw(true);
  });
  document.getElementById("shown").addEventListener("change", (event) => {
    state.shown = event.target.value;
    state.refilter();
  });
}
