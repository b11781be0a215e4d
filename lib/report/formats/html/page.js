// Filters, sorts and reveals. Without this script the page shows everything,
// in the order of the scan.
(() => {
  "use strict";
  const table = document.getElementById("findings");
  if (!table) return;
  const body = table.tBodies[0];
  const rank = { low: 0, medium: 1, high: 2 };
  const rows = Array.from(body.rows, (row, order) => ({
    row,
    order,
    text: row.textContent.toLowerCase(),
    place: row.querySelector(".path").textContent,
    line: Number(row.dataset.line),
    column: Number(row.dataset.column),
    rule: row.querySelector(".id").textContent,
    confidence: row.dataset.confidence,
    secret: row.querySelector(".secret .masked").textContent,
  }));

  const words = document.getElementById("words");
  const rule = document.getElementById("rule");
  const confidence = document.getElementById("confidence");
  const shown = document.getElementById("shown");
  const nothing = document.getElementById("nothing");

  for (const name of [...new Set(rows.map((entry) => entry.rule))].sort()) {
    const option = document.createElement("option");
    option.textContent = name;
    option.value = name;
    rule.append(option);
  }

  const filter = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const entry of rows) {
      const fits =
        (!rule.value || entry.rule === rule.value) &&
        (!confidence.value || entry.confidence === confidence.value) &&
        wanted.every((word) => entry.text.includes(word));
      entry.row.hidden = !fits;
      if (fits) count += 1;
    }
    const all = rows.length.toLocaleString("en");
    shown.textContent =
      count === rows.length
        ? `${all} listed`
        : `${count.toLocaleString("en")} of ${all}`;
    nothing.hidden = count !== 0;
  };
  for (const control of [words, rule, confidence])
    control.addEventListener("input", filter);

  const by = {
    place: (a, b) =>
      (a.place < b.place ? -1 : a.place > b.place ? 1 : 0) ||
      a.line - b.line ||
      a.column - b.column,
    rule: (a, b) => (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0),
    confidence: (a, b) => rank[a.confidence] - rank[b.confidence],
    secret: (a, b) => (a.secret < b.secret ? -1 : a.secret > b.secret ? 1 : 0),
  };
  const heads = Array.from(table.tHead.rows[0].cells);
  // Up, down, and back to the order of the scan.
  const next = { none: "ascending", ascending: "descending" };
  for (const head of heads) {
    head.querySelector("button").addEventListener("click", () => {
      const to = next[head.ariaSort || "none"] || "none";
      for (const other of heads) other.ariaSort = "none";
      head.ariaSort = to;
      const sign = to === "descending" ? -1 : 1;
      const compare = to === "none" ? () => 0 : by[head.dataset.key];
      rows.sort((a, b) => sign * compare(a, b) || a.order - b.order);
      body.append(...rows.map((entry) => entry.row));
    });
  }

  const reveal = document.getElementById("reveal");
  if (reveal) {
    reveal.hidden = false;
    reveal.addEventListener("click", () => {
      const on = reveal.ariaPressed !== "true";
      reveal.ariaPressed = String(on);
      for (const part of body.querySelectorAll(".masked")) part.hidden = on;
      for (const part of body.querySelectorAll(".clear")) part.hidden = !on;
    });
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select")) {
      event.preventDefault();
      words.focus();
    } else if (event.key === "Escape" && event.target === words) {
      words.value = "";
      filter();
    }
  });

  document.getElementById("tools").hidden = false;
  filter();
})();
