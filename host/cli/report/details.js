// The numbers of the chosen contact, with all digits.

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
    box.append(detailList(state.chosen));
  };
  show();
  state.listen((what) => { if (what.chosen) show(); });
}

function detailList(i) {
  const list = document.createElement("dl");
  const line = (name, id, values, ...before) => {
    const term = document.createElement("dt"), value = document.createElement("dd");
    term.append(...before, name);
    value.dataset.field = id;
    for (const text of [values].flat()) value.append(Object.assign(document.createElement("span"), { textContent: text }));
    list.append(term, value);
  };
  const number = (name) => exact(column(name)[i], single);
  const vector = (name) => ["x", "y", "z"].map((axis) => number(`${name}_${axis}`));
  for (const side of [0, 1]) {
    const letter = "AB"[side], part = partOf(i, side), shape = facts.shape_names[column("part_shape")[part]];
    const lines = [`body ${bodyText(bodyOf(i, side))}`];
    if (severalParts) lines.push(`part ${part}`);
    if (shape) lines.push(shape);
    line(letter, `body_${letter.toLowerCase()}`, lines, swatch(`var(--${letter.toLowerCase()})`));
  }
  line("status", "status", statusText(i));
  line("separation", "separation", withUnit(number("separation")));
  line("lower bound", "lower_bound", number("lower_bound"));
  line("bounds apart", "bound_gap", number("bound_gap"));
  line("normal", "normal", vector("normal"));
  line("point", "point", vector("point"));
  line("witness A", "witness_a", vector("witness_a"));
  line("witness B", "witness_b", vector("witness_b"));
  line("features", "features", `${featureText("feature_a", i)}, ${featureText("feature_b", i)}`);
  line("iterations", "iterations", `GJK ${column("gjk_iterations")[i]}, EPA ${column("epa_iterations")[i]}`);
  line("key", "key", keyText(i));
  const note = document.createElement("p");
  note.className = "quiet";
  note.textContent = "Normal from A to B, world axes; points from the position of body A.";
  const both = document.createElement("div");
  both.append(list, note);
  return both;
}
