// Stage times, statuses, failures, and the table of errors against the reference.

function card(title, ...children) {
  const box = document.createElement("div"), head = document.createElement("h3");
  box.className = "card";
  head.textContent = title;
  box.append(head, ...children);
  return box;
}

/// `rows` of texts; the first column heads its row.
function tableOf(head, rows) {
  const table = document.createElement("table");
  const fill = (parent, cells, headed) => {
    const row = document.createElement("tr");
    cells.forEach((text, k) => {
      const cell = document.createElement(headed || k === 0 ? "th" : "td");
      cell.scope = headed ? "col" : "row";
      if (!headed && k === 0) cell.style.fontWeight = 400;
      cell.append(text);
      row.append(cell);
    });
    parent.append(row);
  };
  if (head) fill(table.createTHead(), head, true);
  const body = table.createTBody();
  for (const row of rows) fill(body, row, false);
  return table;
}

function paragraph(text, kind = "quiet") {
  return Object.assign(document.createElement("p"), { className: kind, textContent: text });
}

const milliseconds = (s) => `${short(1000 * s, 3)} ms`;

function timeCard() {
  const { broad, narrow, total, median_of: repeated } = facts.seconds;
  const stages = [["candidate pairs", broad], ["pair queries", narrow], ["other", total - broad - narrow]].filter(([name, s]) => name !== "other" || s > 1e-3 * total);
  const width = 500, left = 120, most = Math.max(...stages.map(([, s]) => s), 1e-12);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${6 + 26 * stages.length}`, role: "img", "aria-label": stages.map(([n, s]) => `${n} ${milliseconds(s)}`).join(", ") });
  stages.forEach(([name, seconds], k) => {
    const y = 6 + 26 * k;
    picture.append(svg("text", { x: left - 10, y: y + 13, "text-anchor": "end" }, name),
      svg("rect", { class: "bar", x: left, y, height: 18, width: ((width - left - 90) * seconds) / most }),
      svg("text", { x: left + ((width - left - 90) * seconds) / most + 8, y: y + 13 }, milliseconds(seconds)));
  });
  const run = `${facts.backend}, ${facts.threads}, ${facts.precision}; ${milliseconds(total)} in all${repeated > 1 ? `, medians of ${repeated}` : ""}; files not included.`;
  return card("Stage times", picture, paragraph(run));
}

function statusCard() {
  const rows = facts.status.filter(([, n]) => n > 0).map(([name, n]) => [name, count(n)]);
  const box = card("Status of all candidate pairs", rows.length > 0 ? tableOf(null, rows) : paragraph("There are no candidate pairs."));
  if (rows.length > 0 && failedContacts().length === 0) box.append(paragraph("No failures: every pair has an answer.", "good"));
  return box;
}

function failedContacts() {
  const failed = [];
  for (let i = 0; i < contactCount; ++i) if (isFailure(i)) failed.push(i);
  return failed;
}

const listedFailures = 50;

function failureCard(failed) {
  const rows = failed.slice(0, listedFailures).map((i) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: `contact ${i}` });
    button.addEventListener("click", () => state.choose(i, "failures"));
    return [button, bodyText(bodyOf(i, 0)), bodyText(bodyOf(i, 1)), statusText(i)];
  });
  const box = card("Failures", tableOf(["", "body A", "body B", "status"], rows));
  if (failed.length > listedFailures) box.append(paragraph(`${count(failed.length - listedFailures)} more: show failures in the table above.`));
  return box;
}

function verifyCard() {
  const v = facts.verify;
  if (!v) {
    return card("Against the reference", paragraph("Not checked: the page was made with --no-verify. `abut verify` holds the contacts of a scene against an independent, exact reference."));
  }
  const drawn = facts.sample > 0 && (v.pairs < v.contacts || v.pairs_without_contact < v.candidate_pairs - v.contacts);
  const checked = `${count(v.pairs)} of ${count(v.contacts)} contacts and ${count(v.pairs_without_contact)} of ${count(v.candidate_pairs - v.contacts)} pairs without contact${drawn ? ", drawn at random," : ""} held against an independent reference, which ${v.uncertified === 0 ? "certified each of its answers" : `could not certify ${count(v.uncertified)} of its answers`}.`;
  const rows = Object.entries(v.errors).map(([name, e]) => [name.replace(/_/g, " "), ...["p50", "p90", "p99", "p999", "max"].map((p) => e[p].toExponential(2))]);
  const box = card("Against the reference", paragraph(checked), tableOf(["error, of the pair's size", "50 %", "90 %", "99 %", "99.9 %", "max"], rows));
  const verdict = v.disagreements === 0 ? `No disagreement: all errors are below ${v.tolerance.toExponential(0)}.` : `${few(v.disagreements, "disagreement")}: errors above ${v.tolerance.toExponential(0)}.`;
  box.append(paragraph(verdict, v.disagreements === 0 && v.uncertified === 0 ? "good" : "bad"));
  for (const d of v.first_disagreements) {
    box.append(paragraph(`bodies ${bodyText(d.bodies[0])} and ${bodyText(d.bodies[1])}: ${d.reason}, error ${short(d.error)}, ${d.status}; reference separation ${short(d.reference_separation, 9)}`, "bad"));
  }
  return box;
}

function showChecks() {
  const failed = failedContacts(), wide = failed.length > 0 ? [failureCard(failed), verifyCard()] : [verifyCard()];
  for (const box of wide) box.classList.add("wide");
  document.getElementById("checks").append(timeCard(), statusCard(), ...wide);
}
