// Numbers as text. `exact` reads back as the same number, `short` is for looking at.

function exact(x, single) {
  if (!single) return String(x);
  for (let digits = 1; digits <= 9; ++digits) {
    const text = x.toPrecision(digits);
    if (Math.fround(Number(text)) === x) return String(Number(text));
  }
  return String(x);
}

function short(x, digits = 4) {
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e6 || size < 1e-3) return x.toExponential(Math.max(0, digits - 2)).replace("e+", "e");
  return String(Number(x.toPrecision(digits)));
}

function count(n) {
  return n.toLocaleString("en-US");
}

function withUnit(text) {
  return facts.length_unit ? `${text} ${facts.length_unit}` : text;
}

/// A step of 1, 2 or 5 times a power of ten that divides `range` into about `parts`.
function niceStep(range, parts) {
  const rough = range / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  const rest = rough / power;
  return (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10) * power;
}
