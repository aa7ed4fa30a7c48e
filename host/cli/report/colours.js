// The colours of separations: one side for overlaps, one for gaps, grey where bodies just touch. Each side ends at what
// all but one in a hundred stay below.

const dark = matchMedia("(prefers-color-scheme: dark)");
const ramps = {
  light: { overlap: ["#b9b2a4", "#e3a24f", "#d65f38", "#8d1d3f"], gap: ["#b9b2a4", "#71b3b8", "#3b82bf", "#1f3d80"], failure: "#c4007a" },
  dark: { overlap: ["#8b8579", "#d08a3e", "#f0683f", "#ff9c8f"], gap: ["#8b8579", "#4d9aa6", "#4f9fe0", "#a9d4ff"], failure: "#ff5cc0" },
};

const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const css = (colour) => `rgb(${colour.map(Math.round).join(" ")})`;

function ramp(stops, t) {
  const x = Math.min(Math.max(t, 0), 1) * (stops.length - 1), k = Math.min(Math.floor(x), stops.length - 2);
  const from = rgb(stops[k]), to = rgb(stops[k + 1]);
  return from.map((c, i) => c + (to[i] - c) * (x - k));
}

/// Hues, in degrees, that neither A nor B of the chosen contact has.
const freeHues = [[0, 150], [205, 250], [305, 360]];

/// A quiet colour for a body: steps by the golden ratio keep the hues apart.
function hueOf(body) {
  const all = freeHues.reduce((sum, [from, to]) => sum + to - from, 0);
  let hue = (38 + 0.618034 * all * body) % all;
  for (let k = 1; k < freeHues.length && hue >= freeHues[k - 1][1]; ++k) hue += freeHues[k][0] - freeHues[k - 1][1];
  const [saturation, lightness] = dark.matches ? [0.26, 0.5] : [0.36, 0.74];
  return [0, 8, 4].map((n) => { // from hue, saturation and lightness
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  });
}

const scheme = () => ramps[dark.matches && !matchMedia("print").matches ? "dark" : "light"];

/// How far the scale reaches on each side, in length.
const reach = (() => {
  const depths = [], gaps = [];
  column("separation").forEach((s, i) => {
    if (!isFailure(i)) (s < 0 ? depths : gaps).push(Math.abs(s));
  });
  const end = (values) => {
    values.sort((x, y) => x - y);
    return values.length === 0 ? 0 : values[Math.min(values.length - 1, Math.ceil(0.99 * values.length) - 1)];
  };
  return { overlap: end(depths), gap: end(gaps), beyond: [depths, gaps].map((v) => v.length > 0 && v[v.length - 1]) };
})();

function colourOfSeparation(separation) {
  const side = separation < 0 ? "overlap" : "gap";
  return ramp(scheme()[side], reach[side] > 0 ? Math.abs(separation) / reach[side] : 0);
}

const colourOf = (i) => (isFailure(i) ? rgb(scheme().failure) : colourOfSeparation(column("separation")[i]));

const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/// The colour bar with its ends.
function drawScale() {
  const box = document.getElementById("scale");
  box.replaceChildren();
  if (contactCount === 0) return;
  const low = -reach.overlap, high = reach.gap, width = 500;
  const ends = low === high ? [low - 1, high + 1] : [low, high];
  const title = document.createElement("div");
  title.textContent = `separation${facts.length_unit ? `, ${facts.length_unit}` : ""}`;
  const bar = document.createElement("canvas");
  bar.width = width;
  bar.height = 1;
  const context = bar.getContext("2d");
  for (let x = 0; x < width; ++x) {
    context.fillStyle = css(colourOfSeparation(ends[0] + ((ends[1] - ends[0]) * x) / (width - 1)));
    context.fillRect(x, 0, 1, 1);
  }
  const labels = document.createElement("span");
  const texts = [`${reach.beyond[0] > reach.overlap ? "≤ " : ""}${short(low, 3)}`, `${reach.beyond[1] > reach.gap ? "≥ " : ""}${short(high, 3)}`];
  const zero = (100 * -low) / (high - low);
  for (const text of texts) labels.append(Object.assign(document.createElement("b"), { textContent: text }));
  if (low < 0 && high > 0 && zero > 25 && zero < 75) {
    labels.append(Object.assign(document.createElement("b"), { textContent: "0", className: "zero", style: `left: ${zero}%` }));
  }
  box.append(title, bar, labels);
  box.setAttribute("aria-label", `Colours: separation from ${texts[0]} to ${texts[texts.length - 1]}`);
}
