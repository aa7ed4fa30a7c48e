// The table of contacts. Only the rows in sight are in the document; the space of the others is kept by two spacers.

const rowHeight = 27;

const tableColumns = [
  { title: "#", value: (i) => i, text: (i) => String(i) },
  { title: "Body A", class: "text", value: (i) => bodyOf(i, 0), text: (i) => bodyText(bodyOf(i, 0)) },
  { title: "Body B", class: "text", value: (i) => bodyOf(i, 1), text: (i) => bodyText(bodyOf(i, 1)) },
  { title: "Separation", unit: true, value: (i) => column("separation")[i], text: (i) => short(column("separation")[i], 6) },
  { title: "Normal", text: (i) => vectorOf("normal", i).map((x) => x.toFixed(3)).join("  ") },
  { title: "Features", class: "text", text: (i) => `${featureText("feature_a", i)}, ${featureText("feature_b", i)}` },
  { title: "GJK", value: (i) => column("gjk_iterations")[i], text: (i) => String(column("gjk_iterations")[i]) },
  { title: "EPA", value: (i) => column("epa_iterations")[i], text: (i) => String(column("epa_iterations")[i]) },
  { title: "Status", class: "text", value: (i) => column("status")[i], text: statusText },
];

class ContactTable {
  constructor() {
    this.box = document.getElementById("rows");
    this.body = document.getElementById("body");
    this.sorted = { by: 3, down: false }; // the deepest first: the page opens with it
    this.box.style.minHeight = `min(var(--rows), ${contactCount * rowHeight + 34}px)`; // the same under every filter
    this.order = [];
    this.showHead();
    this.rearrange();
    this.box.addEventListener("scroll", () => this.show());
    new ResizeObserver(() => this.show()).observe(this.box);
    this.body.addEventListener("click", (event) => {
      const row = event.target.closest("tr.row");
      if (row) state.choose(Number(row.dataset.contact), "table");
    });
    this.box.addEventListener("keydown", (event) => this.key(event));
    document.getElementById("filter").addEventListener("input", (event) => {
      state.text = event.target.value;
      clearTimeout(this.typing);
      this.typing = setTimeout(() => state.refilter(), 120);
    });
    state.listen((what) => {
      if (what.filtered) this.rearrange();
      if (what.step) this.step(what.step, "viewer");
      if (what.chosen) {
        if (what.from !== "table") this.scrollTo(this.order.indexOf(state.chosen));
        this.show();
      }
    });
  }
  showHead() {
    const head = document.getElementById("columns");
    tableColumns.forEach((entry, k) => {
      const cell = document.createElement("th"), title = entry.title + (entry.unit && facts.length_unit ? ` / ${facts.length_unit}` : "");
      cell.scope = "col";
      if (entry.class) cell.className = entry.class;
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.title = title;
      button.textContent = title;
      if (entry.value) {
        button.addEventListener("click", () => {
          this.sorted = { by: k, down: this.sorted.by === k && !this.sorted.down };
          this.rearrange();
        });
      } else {
        button.disabled = true;
      }
      cell.append(button);
      head.append(cell);
    });
    this.head = [...head.children];
  }
  rearrange() {
    const { by, down } = this.sorted, value = tableColumns[by].value;
    this.order = [];
    for (let i = 0; i < contactCount; ++i) if (state.visible[i]) this.order.push(i);
    const keys = new Float64Array(contactCount);
    for (const i of this.order) keys[i] = value(i);
    this.order.sort((i, j) => (down ? keys[j] - keys[i] : keys[i] - keys[j]) || i - j);
    this.head.forEach((cell, k) => {
      const sorting = k === by ? (down ? "descending" : "ascending") : null;
      if (sorting) cell.setAttribute("aria-sort", sorting);
      else cell.removeAttribute("aria-sort");
      const button = cell.firstChild;
      button.textContent = button.dataset.title + (sorting ? (down ? " ↓" : " ↑") : "");
    });
    document.getElementById("count").textContent =
      this.order.length === contactCount ? few(contactCount, "contact") : `${count(this.order.length)} of ${few(contactCount, "contact")}`;
    this.shown = null;
    this.show();
  }
  show() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / rowHeight) - 6);
    const last = Math.min(this.order.length, first + Math.ceil(this.box.clientHeight / rowHeight) + 14);
    const key = `${first} ${last} ${state.chosen} ${this.box.clientHeight}`;
    if (key === this.shown) return;
    this.shown = key;
    const rows = [this.spacer(first)];
    for (let at = first; at < last; ++at) rows.push(this.row(this.order[at]));
    rows.push(this.spacer(this.order.length - last));
    this.body.replaceChildren(...rows);
  }
  spacer(rows) {
    const row = document.createElement("tr"), cell = document.createElement("td");
    row.setAttribute("aria-hidden", "true");
    cell.colSpan = tableColumns.length;
    cell.style = `height: ${rows * rowHeight}px; padding: 0`;
    row.append(cell);
    return row;
  }
  row(i) {
    const row = document.createElement("tr");
    row.className = i === state.chosen ? "row chosen" : "row";
    row.dataset.contact = i;
    if (i === state.chosen) row.setAttribute("aria-selected", "true");
    tableColumns.forEach((entry, k) => {
      const cell = document.createElement("td");
      if (entry.class) cell.className = entry.class;
      if (k === 3) cell.append(swatch(css(colourOf(i))));
      const text = entry.text(i);
      if (entry.class) cell.title = text;
      cell.append(text);
      row.append(cell);
    });
    return row;
  }
  scrollTo(at) {
    if (at < 0) return;
    const top = at * rowHeight, visible = this.box.clientHeight - 2 * rowHeight;
    if (top < this.box.scrollTop || top > this.box.scrollTop + visible) this.box.scrollTop = top - visible / 2;
    this.show(); // the event comes later
  }
  step(by, from) {
    if (this.order.length === 0) return;
    const next = Math.min(Math.max(this.order.indexOf(state.chosen) + by, 0), this.order.length - 1);
    this.scrollTo(next);
    state.choose(this.order[next], from === "viewer" ? "keys" : from);
  }
  key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9 };
    if (event.target !== this.box || !(event.key in steps)) return;
    event.preventDefault();
    this.step(steps[event.key], "table");
  }
}

function swatch(colour) {
  const box = document.createElement("i");
  box.className = "swatch";
  box.style.background = colour;
  return box;
}
