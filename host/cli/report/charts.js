// Histograms and bars as inline SVG.

function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function figureOf(title, remark, picture, wide = false) {
  const figure = document.createElement("figure"), caption = document.createElement("figcaption");
  if (wide) figure.className = "wide";
  caption.append(title, Object.assign(document.createElement("span"), { className: "quiet", textContent: remark ? `  ${remark}` : "" }));
  figure.append(caption, picture);
  return figure;
}

/// `bins`: {from, to, count, colour?}; `ticks`: {at, text} in the bins' unit.
function barChart(label, bins, ticks, name) {
  const width = 540, height = 190, left = 46, right = 10, bottom = 24, top = 8;
  const low = bins[0].from, high = bins[bins.length - 1].to, most = Math.max(1, ...bins.map((b) => b.count));
  const x = (v) => left + ((width - left - right) * (v - low)) / (high - low);
  const y = (n) => height - bottom - ((height - bottom - top) * n) / most;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  const step = Math.max(1, niceStep(most, 4));
  for (let n = 0; n <= most; n += step) {
    picture.append(svg("line", { class: "axis", x1: left, x2: width - right, y1: y(n), y2: y(n) }),
      svg("text", { x: left - 6, y: y(n) + 4, "text-anchor": "end" }, count(n)));
  }
  for (const bin of bins) {
    if (bin.count === 0) continue;
    const gap = (x(bin.to) - x(bin.from)) * 0.08;
    // A bin with one contact is still seen.
    const tall = Math.max(height - bottom - y(bin.count), 1);
    const bar = svg("rect", { class: "bar", x: x(bin.from) + gap, width: Math.max(x(bin.to) - x(bin.from) - 2 * gap, 0.5), y: height - bottom - tall, height: tall },
      svg("title", {}, name(bin)));
    if (bin.colour) bar.style.fill = bin.colour;
    picture.append(bar);
  }
  for (const { at, text } of ticks) picture.append(svg("text", { x: x(at), y: height - 7, "text-anchor": "middle" }, text));
  return picture;
}

const few = (n, one) => `${count(n)} ${n === 1 ? one : one === "body" ? "bodies" : `${one}s`}`;

function separationChart() {
  const values = [];
  column("separation").forEach((s, i) => { if (!isFailure(i)) values.push(s); });
  let low = Infinity, high = -Infinity;
  for (const v of values) {
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  const range = short(low) === short(high) ? `${values.length === 1 ? "the only contact" : "all contacts"}: ${withUnit(short(low))}`
    : `contacts, from ${short(low)} to ${withUnit(short(high))}`;
  const size = Math.max(Math.abs(low), Math.abs(high)) || 1;
  if (high - low < 1e-9 * size) { // equal but for rounding: no bin would be wide enough for its number to be counted on
    low -= size / 2;
    high += size / 2;
  }
  const step = niceStep(high - low, 40), first = Math.floor(low / step), last = Math.ceil(high / step);
  const bins = [];
  for (let k = first; k < Math.max(last, first + 1); ++k) {
    bins.push({ from: k * step, to: (k + 1) * step, count: 0, colour: css(colourOfSeparation((k + 0.5) * step)) });
  }
  for (const v of values) ++bins[Math.min(Math.max(Math.floor(v / step) - first, 0), bins.length - 1)].count;
  const tick = niceStep(high - low, 6), ticks = [];
  for (let k = Math.ceil(bins[0].from / tick); k * tick <= bins[bins.length - 1].to + tick / 1e6; ++k) ticks.push({ at: k * tick, text: short(k * tick, 3) });
  return figureOf("Separation", range,
    barChart(`Histogram of the separation of ${few(values.length, "contact")}`, bins, ticks,
      (bin) => `${short(bin.from)} to ${withUnit(short(bin.to))}: ${few(bin.count, "contact")}`));
}

/// A bar for each whole number; what is past the last one is in it.
function countChart(title, remark, values, what, most = 60) {
  let highest = 0, sum = 0;
  for (const v of values) {
    highest = Math.max(highest, v);
    sum += v;
  }
  const size = Math.max(1, Math.ceil((highest + 1) / most)), bins = [];
  for (let k = 0; k <= Math.max(highest, 4); k += size) bins.push({ from: k - 0.5, to: k + size - 0.5, count: 0 });
  for (const v of values) ++bins[Math.floor(v / size)].count;
  const tick = Math.max(1, niceStep(Math.max(highest, 4), 8)), ticks = [];
  for (let k = 0; k <= Math.max(highest, 4); k += tick) ticks.push({ at: k, text: String(k) });
  const mean = values.length > 0 ? sum / values.length : 0;
  const text = `${remark}; mean ${short(mean, 3)}, most ${highest}`;
  return figureOf(title, text, barChart(`Histogram: ${title}, ${text}`, bins, ticks, (bin) => {
    const from = bin.from + 0.5, to = bin.to - 0.5;
    return `${from === to ? from : `${from} to ${to}`}: ${few(bin.count, what)}`;
  }));
}

function contactsPerBody() {
  const per = new Uint32Array(facts.bodies);
  for (let i = 0; i < contactCount; ++i) {
    ++per[bodyOf(i, 0)];
    ++per[bodyOf(i, 1)];
  }
  return per;
}

function showCharts() {
  const box = document.getElementById("charts");
  const draw = () => {
    box.replaceChildren();
    if (facts.contacts > 0 && !column("status").every((_, i) => isFailure(i))) box.append(separationChart());
    box.append(countChart("Contacts per body", "bodies", contactsPerBody(), "body"));
    if (contactCount === 0) return;
    box.append(countChart("GJK iterations", "contacts", column("gjk_iterations"), "contact"),
      countChart("EPA iterations", "contacts; 0: none was needed", column("epa_iterations"), "contact"));
  };
  draw();
  dark.addEventListener("change", draw);
}
