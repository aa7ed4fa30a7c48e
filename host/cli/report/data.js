// The data of the page. Long arrays are decoded when they are first asked for.

const facts = JSON.parse(document.getElementById("facts").textContent);

const column = (() => {
  const types = { f64: Float64Array, f32: Float32Array, u32: Uint32Array, u16: Uint16Array, i16: Int16Array, u8: Uint8Array };
  const elements = new Map(), decoded = new Map();
  for (const element of document.querySelectorAll("script.column")) elements.set(element.dataset.name, element);
  function bytes(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text), out = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; ++i) out[i] = binary.charCodeAt(i);
    return out;
  }
  return function (name) {
    if (!decoded.has(name)) {
      const element = elements.get(name);
      decoded.set(name, new types[element.dataset.type](bytes(element.textContent).buffer));
      element.textContent = "";
    }
    return decoded.get(name);
  };
})();

const contactCount = facts.contacts;
const single = facts.precision === "f32";
const statusNames = facts.status.map(([name]) => name);
const bodyNames = new Map(facts.body_names);
const normalUndefined = 0x80;

const isFailure = (i) => (column("status")[i] & 0x0f) > 1;

function statusText(i) {
  const byte = column("status")[i];
  return statusNames[byte & 0x0f] + (byte & normalUndefined ? "+normal_undefined" : "");
}

function featureText(name, i) {
  const words = column(name), kind = words[2 * i + 1] >>> 30;
  return kind === 0 ? "-" : "-vef"[kind] + words[2 * i];
}

/// "12, 7, apart"; empty where a contact is not between facets.
function facetText(i) {
  if (!facts.facet_kinds || column("facet_a")[i] === 0xffffffff) return "";
  return `${column("facet_a")[i]}, ${column("facet_b")[i]}, ${facts.facet_kinds[column("facet_kind")[i]]}`;
}

function keyText(i) {
  const words = column("key"), hex = (w) => w.toString(16).padStart(8, "0");
  return hex(words[2 * i + 1]) + hex(words[2 * i]);
}

/// Side 0: A, side 1: B.
const partOf = (i, side) => column("pair")[2 * i + side];
const bodyOf = (i, side) => column("part_body")[partOf(i, side)];
const bodyText = (body) => (bodyNames.has(body) ? `${body} ${bodyNames.get(body)}` : String(body));
const severalParts = facts.parts !== facts.bodies;

function vectorOf(name, i) {
  return ["x", "y", "z"].map((axis) => column(`${name}_${axis}`)[i]);
}

function placeOf(i) {
  const place = column("contact_place");
  return [place[3 * i], place[3 * i + 1], place[3 * i + 2]];
}

/// What is chosen and shown, and who wants to know.
const state = {
  chosen: -1, shown: "all", text: "", visible: null, listeners: [],
  listen(listener) { this.listeners.push(listener); },
  tell(what) { for (const listener of this.listeners) listener(what); },
  choose(i, from) {
    if (i === this.chosen) return;
    this.chosen = i;
    this.tell({ chosen: true, from });
  },
  /// Which contacts pass the filters.
  refilter() {
    const separation = column("separation");
    const words = this.text.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const visible = new Uint8Array(contactCount);
    for (let i = 0; i < contactCount; ++i) {
      const failure = isFailure(i);
      const kind = this.shown === "all" || (this.shown === "failure" ? failure
        : !failure && (this.shown === "overlap" ? separation[i] < 0 : separation[i] >= 0));
      visible[i] = kind && words.every((word) => matches(i, word)) ? 1 : 0;
    }
    this.visible = visible;
    this.tell({ filtered: true });
  },
  /// The contacts that pass.
  seen() {
    const all = [];
    for (let i = 0; i < contactCount; ++i) if (this.visible[i]) all.push(i);
    return all;
  },
};

/// From the deepest to the farthest, failures before all.
function deeperFirst(i, j) {
  const separation = column("separation");
  return isFailure(j) - isFailure(i) || (isFailure(i) ? i - j : separation[i] - separation[j] || i - j);
}

/// What the page opens with: the deepest contact, or the nearest; a failure where there is nothing else.
function firstChosen() {
  const separation = column("separation");
  let best = contactCount > 0 ? 0 : -1;
  for (let i = 1; i < contactCount; ++i) {
    if (!isFailure(i) && (isFailure(best) || separation[i] < separation[best])) best = i;
  }
  return best;
}

/// A number is a body's; anything else is looked for in names and status.
function matches(i, word) {
  if (/^\d+$/.test(word)) return String(bodyOf(i, 0)) === word || String(bodyOf(i, 1)) === word || named(i, word);
  return named(i, word) || statusText(i).includes(word);
}
function named(i, word) {
  return [0, 1].some((side) => (bodyNames.get(bodyOf(i, side)) || "").toLowerCase().includes(word));
}
