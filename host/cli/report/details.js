// The numbers of the chosen contact: short, with all digits where the pointer rests, or all of them on a press of a button.

let allDigits = false;

function showDetails() {
  const box = document.getElementById("details");
  const show = () => {
    box.replaceChildren();
    const title = document.createElement("h3");
    box.append(title);
    if (state.chosen < 0) {
      title.textContent = contactCount > 0 ? "No contact chosen" : "There are no contacts";
      const text = document.createElement("p");
      text.className = "quiet";
      text.textContent = contactCount > 0 ? "Click a contact in the scene, or a row of the table, to see its numbers." : "Nothing touches within the alert distance.";
      box.append(text);
      return;
    }
    title.textContent = `Contact ${state.chosen}`;
    const head = document.createElement("div"), digits = Object.assign(document.createElement("button"), { type: "button", textContent: "All digits" });
    head.className = "head";
    digits.setAttribute("aria-pressed", allDigits);
    digits.addEventListener("click", () => {
      allDigits = !allDigits;
      show();
      box.querySelector("button").focus();
    });
    title.replaceWith(head);
    head.append(title, digits);
    box.append(detailList(state.chosen));
  };
  show();
  state.listen((what) => { if (what.chosen) show(); });
}

function detailList(i) {
  const list = document.createElement("dl");
  // `values`: texts, or pairs of a short text and one with all digits.
  const line = (name, id, values, ...before) => {
    const term = document.createElement("dt"), value = document.createElement("dd");
    term.append(...before, name);
    value.dataset.field = id;
    for (const entry of values) {
      const [brief, full] = [entry].flat(), text = document.createElement("span");
      text.textContent = allDigits && full ? full : brief;
      if (full && full !== text.textContent) text.title = full;
      value.append(text);
    }
    if (values.length === 3 && !allDigits && Array.isArray(values[0])) value.className = "vector";
    list.append(term, value);
  };
  const number = (name, digits = 6, unit = (text) => text) => [unit(short(column(name)[i], digits)), unit(exact(column(name)[i], single))];
  const vector = (name) => ["x", "y", "z"].map((axis) => number(`${name}_${axis}`, 4));
  for (const side of [0, 1]) {
    const letter = "AB"[side], part = partOf(i, side), shape = facts.shape_names[column("part_shape")[part]];
    const lines = [`body ${bodyText(bodyOf(i, side))}`];
    if (severalParts) lines.push(`part ${part}`);
    if (shape) lines.push(shape);
    line(letter, `body_${letter.toLowerCase()}`, lines, swatch(`var(--${letter.toLowerCase()})`));
  }
  line("status", "status", [statusText(i)]);
  line("separation", "separation", [number("separation", 6, withUnit)]);
  line("lower bound", "lower_bound", [number("lower_bound")]);
  line("bounds apart", "bound_gap", [number("bound_gap")]);
  line("normal", "normal", vector("normal"));
  line("point", "point", vector("point"));
  line("witness A", "witness_a", vector("witness_a"));
  line("witness B", "witness_b", vector("witness_b"));
  line("features", "features", [`${featureText("feature_a", i)}, ${featureText("feature_b", i)}`]);
  if (facetText(i) !== "") line("facets", "facets", [facetText(i)]);
  line("iterations", "iterations", [`GJK ${column("gjk_iterations")[i]}, EPA ${column("epa_iterations")[i]}`]);
  line("key", "key", [keyText(i)]);
  const note = document.createElement("p");
  note.className = "quiet";
  note.textContent = "Normal from A to B, world axes; points from the position of body A.";
  const both = document.createElement("div");
  both.append(list, note);
  return both;
}
