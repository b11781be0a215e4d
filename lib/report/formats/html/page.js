// The list of the page: secrets, and the places of each. It searches, sorts,
// marks and exports. Only the rows in view are elements of the page, so 100,000
// findings are as quick as ten. The state is in the URL's hash; marks are in
// the browser's localStorage, by fingerprint. Nothing is requested or sent.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const data = $("data");
  if (!$("list")) return;
  const LEVELS = ["low", "medium", "high"];
  const MARKS = ["false alarm", "accepted", "rotated"];
  const STORE = "sluice-marks";
  const PRINTED = 2000;
  const collator = new Intl.Collator("en", { numeric: true });
  const digits = (number) => number.toLocaleString("en");
  const counted = (number, one, many) =>
    `${digits(number)} ${number === 1 ? one : many}`;

  // -- What was found: see rows of lib/report/formats/html.cc --

  const rules = [];
  const files = [];
  const groups = []; // secrets
  const places = [];
  {
    const known = new Map();
    for (const row of JSON.parse(data.textContent)) {
      if (!Array.isArray(row)) {
        rules.push({ ...row, lower: row.id.toLowerCase(), secrets: 0 });
        continue;
      }
      if (typeof row[0] === "string") {
        const [path, directory, commit] = row;
        files.push({ path, directory, commit, lower: path.toLowerCase() });
        continue;
      }
      const [line, column, rule, level, id, secret, ...rest] = row;
      const [before, middle, after, hash, more] = rest;
      let group = id === 0 ? undefined : known.get(id);
      if (!group) {
        group = { id, rule, secret, level, places: [], order: groups.length,
          fits: null, key: "", mark: "", note: "" };
        if (id !== 0) known.set(id, group);
        groups.push(group);
        rules[rule].secrets += 1;
      }
      group.level = Math.max(group.level, level);
      const place = {
        group, file: files.length - 1, line, column, level, before, after,
        middle: middle === 0 ? group.secret : middle, hash, more: more || {},
        order: places.length, text: "",
      };
      group.places.push(place);
      places.push(place);
    }
    data.remove();
  }
  const pathOf = (place) => files[place.file].path;
  const placeOf = (place) => `${pathOf(place)}:${place.line}:${place.column}`;
  const fingerprintOf = (place) =>
    place.hash.includes(":")
      ? place.hash
      : `${rules[place.group.rule].id}:${pathOf(place)}:${place.hash}`;

  // -- Marks --

  // By the fingerprint of a place of the secret: its mark (the place in MARKS
  // plus one), and a note if there is one.
  let marks = {};
  const load = () => {
    try {
      marks = JSON.parse(localStorage.getItem(STORE) || "{}") || {};
    } catch {
      tellUnkept();
    }
    const any = Object.keys(marks).length !== 0;
    for (const group of groups) {
      const at = any && group.places.map(fingerprintOf).find((one) => marks[one]);
      const [mark, note] = at ? [marks[at]].flat() : [];
      group.key = at || "";
      group.mark = MARKS[mark - 1] || "";
      group.note = String(note || "");
    }
  };
  const tellUnkept = () => {
    $("keys").textContent =
      "This browser keeps no marks for this page: export them before you close it.";
  };
  const store = () => {
    try {
      localStorage.setItem(STORE, JSON.stringify(marks));
    } catch {
      tellUnkept();
    }
  };
  const setMark = (group, change) => {
    Object.assign(group, change);
    const mark = MARKS.indexOf(group.mark) + 1;
    if (!group.key) group.key = fingerprintOf(group.places[0]);
    if (group.note) marks[group.key] = [mark, group.note];
    else if (mark) marks[group.key] = mark;
    else delete marks[group.key];
  };
  // "accepted: until the move in May", on one line.
  const whyOf = ({ mark, note }) =>
    [mark, note.replace(/\s+/g, " ").trim()].filter(Boolean).join(": ");

  // -- Search --

  // "rule:x", -"two words", word.
  const TERM = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi;
  // For rules that no vendor has a page for.
  const ANY_STEPS = "Make a new value where this one is accepted, and end this " +
    "one there. Then take it out of the file. An earlier commit still has it.";
  const FIELDS = ["rule", "path", "directory", "confidence", "provider", "mark",
    "secret", "fingerprint"];
  const parse = (text) => {
    const terms = [];
    for (const [all, not, name, quoted, bare] of text.matchAll(TERM)) {
      const field = (name || "").toLowerCase();
      const isField = FIELDS.includes(field);
      const word = isField || !name ? (quoted ?? bare) : all.slice(not.length);
      terms.push({ all, not: not === "-", field: isField ? field : "",
        word: word.toLowerCase() });
    }
    return terms;
  };

  const textOf = (place) => {
    if (!place.text)
      place.text = (place.before + place.middle + place.after + " " +
        place.group.secret + " " + (files[place.file].commit || ""))
        .toLowerCase();
    return place.text;
  };

  // Returns a function that says whether a place fits the term. What is shared
  // by many places is looked at once.
  const compile = ({ field, word }) => {
    const hits = (list, fits) => Uint8Array.from(list, (one) => fits(one) ? 1 : 0);
    const oneRule = rules.some((rule) => rule.lower === word);
    const ruleHits = hits(rules, (rule) =>
      oneRule && field ? rule.lower === word : rule.lower.includes(word) ||
        (!field && rule.what.toLowerCase().includes(word)));
    const inFiles = () => hits(files, (file) => file.lower.includes(word));
    switch (field) {
      case "rule":
        return (place) => ruleHits[place.group.rule] === 1;
      case "path": {
        const paths = inFiles();
        return (place) => paths[place.file] === 1;
      }
      case "directory": {
        const fit = hits(files, (file) => file.directory.toLowerCase() === word);
        return (place) => fit[place.file] === 1;
      }
      case "confidence":
        return (place) => LEVELS[place.group.level] === word;
      case "provider": {
        const fit = hits(rules, (rule) =>
          (rule.provider || "").toLowerCase().includes(word));
        return (place) => fit[place.group.rule] === 1;
      }
      case "mark":
        return (place) => (place.group.mark || "none").includes(word);
      case "secret":
        return (place) => String(place.group.id) === word;
      case "fingerprint":
        return (place) => fingerprintOf(place).toLowerCase().includes(word);
    }
    const paths = inFiles();
    return (place) => {
      if (ruleHits[place.group.rule] || paths[place.file]) return true;
      return textOf(place).includes(word);
    };
  };

  // Each order is made once, so a search does not sort.
  const rank = (list, key) => {
    const ranks = new Uint32Array(list.length);
    const order = list.map((one, i) => i).sort((a, b) =>
      list[a][key] < list[b][key] ? -1 : list[a][key] > list[b][key] ? 1 : a - b);
    order.forEach((at, i) => (ranks[at] = i));
    return ranks;
  };
  const ORDERS = {
    "": () => (a, b) => b.level - a.level || a.order - b.order,
    places: () => (a, b) =>
      b.places.length - a.places.length || a.order - b.order,
    path: () => {
      const ranks = rank(files, "path");
      return (a, b) =>
        ranks[a.places[0].file] - ranks[b.places[0].file] || a.order - b.order;
    },
    rule: () => {
      const ranks = rank(rules, "id");
      return (a, b) => ranks[a.rule] - ranks[b.rule] || a.order - b.order;
    },
    scan: () => (a, b) => a.order - b.order,
  };
  const sorted = new Map();
  const inOrder = () => {
    const name = $("sort").value;
    if (!sorted.has(name)) sorted.set(name, [...groups].sort(ORDERS[name]()));
    return sorted.get(name);
  };

  let listed = []; // groups, each with `fits`: its places that do
  const search = () => {
    const terms = parse($("words").value).map((term) => ({
      fits: compile(term), not: term.not,
    }));
    const fits = (place) => {
      for (const term of terms)
        if (term.fits(place) === term.not) return false;
      return true;
    };
    listed = [];
    for (const group of inOrder()) {
      if (!terms.length) group.fits = group.places;
      else if (group.places.length > 1) group.fits = group.places.filter(fits);
      else group.fits = fits(group.places[0]) ? group.places : [];
      if (group.fits.length) listed.push(group);
    }
  };

  // -- Rows: a secret, and its places if it is open --

  const list = $("list");
  const open = new Set(); // groups
  let rows = []; // [group, place or null]
  let tops = new Float64Array(1);
  let selected = null; // a row's [group, place or null]
  const heights = () =>
    matchMedia("(max-width: 760px)").matches ? [92, 76] : [62, 58];

  const lay = () => {
    const [ofSecret, ofPlace] = heights();
    rows = [];
    for (const group of listed) {
      rows.push([group, null]);
      if (open.has(group))
        for (const place of group.fits) rows.push([group, place]);
    }
    tops = new Float64Array(rows.length + 1);
    for (let i = 0; i < rows.length; ++i)
      tops[i + 1] = tops[i] + (rows[i][1] ? ofPlace : ofSecret);
    list.style.height = `${tops[rows.length]}px`;
  };

  const make = (tag, name, text, ...children) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text) element.textContent = text;
    element.append(...children);
    return element;
  };
  const reveals = () => $("reveal") && $("reveal").ariaPressed === "true";
  const secretOf = (group) =>
    reveals() && group.places[0].more.s ? group.places[0].more.s[0]
      : group.secret;
  const lineOf = (place) => {
    const clear = reveals() && place.more.s;
    const [before, middle, after] = clear ? place.more.s.slice(1)
      : [place.before, place.middle, place.after];
    return before + middle + after === "" ? make("code", "line", "")
      : make("code", "line", "", before, make("mark", "", middle), after);
  };
  const pill = (level) => make("span", `pill ${LEVELS[level]}`, LEVELS[level]);
  const pathSpan = (place) => make("span", "where", "",
    make("span", "path", "", make("bdi", "", pathOf(place))),
    make("span", "at", `:${place.line}:${place.column}`));
  const isSelected = ([group, place]) =>
    selected && selected[0] === group && selected[1] === place;

  const secretRow = (group) => {
    const many = group.places.length > 1;
    const some = group.fits.length < group.places.length;
    const row = make("button", "row secret");
    row.append(
      make("span", "arrow", many ? (open.has(group) ? "\u25be" : "\u25b8") : ""),
      pill(group.level),
      make("span", "what", "", make("b", "id", rules[group.rule].id), " ",
        make("span", "soft", rules[group.rule].what)),
      make("code", "masked", secretOf(group) || "the file itself"),
      make("span", "count", some
        ? `${digits(group.fits.length)} of ${counted(group.places.length, "place", "places")}`
        : counted(group.places.length, "place", "places")),
      pathSpan(group.fits[0]));
    if (group.mark) row.append(make("span", "badge", group.mark));
    if (many) row.ariaExpanded = String(open.has(group));
    return row;
  };
  const placeRow = (place) =>
    make("button", "row place", "", pathSpan(place), lineOf(place));

  let drawn = [0, 0];
  const draw = (again) => {
    const top = list.getBoundingClientRect().top;
    const find = (y) => {
      let low = 0, high = rows.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (tops[middle + 1] <= y) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    const first = Math.max(0, find(-top) - 6);
    const last = Math.min(rows.length, find(innerHeight - top) + 7);
    if (!again && first === drawn[0] && last === drawn[1]) return;
    drawn = [first, last];
    const focused = list.contains(document.activeElement);
    const items = [];
    for (let i = first; i < last; ++i) {
      const [group, place] = rows[i];
      const row = place ? placeRow(place) : secretRow(group);
      row.type = "button";
      row.dataset.row = i;
      row.tabIndex = isSelected(rows[i]) || (!selected && i === 0) ? 0 : -1;
      if (isSelected(rows[i])) row.ariaCurrent = "true";
      const item = make("div", "item", "", row);
      item.role = "listitem";
      item.ariaSetSize = rows.length;
      item.ariaPosInSet = i + 1;
      item.style.transform = `translateY(${tops[i]}px)`;
      item.style.height = `${tops[i + 1] - tops[i]}px`;
      items.push(item);
    }
    list.replaceChildren(...items);
    if (focused)
      list.querySelector('[aria-current="true"]')?.focus({ preventScroll: true });
  };

  // -- The selected finding --

  const copyText = async (text, button) => {
    let done = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      done = document.execCommand("copy");
      area.remove();
    }
    const before = button.textContent;
    button.style.minWidth = `${button.offsetWidth}px`;  // its neighbours stay
    button.textContent = done ? "copied" : "not allowed";
    setTimeout(() => (button.textContent = before), 1200);
  };
  const copyButton = (name, text) => {
    const button = make("button", "copy", name);
    button.type = "button";
    button.addEventListener("click", () => copyText(text(), button));
    return button;
  };
  const fact = (name, value) =>
    value ? [make("dt", "", name), make("dd", "", "", value)] : [];

  const linkOf = (place) =>
    `${location.href.split("#")[0]}#at=${encodeURIComponent(fingerprintOf(place))}`;

  const markBox = (group) => {
    const box = make("fieldset", "marks", "", make("legend", "", "Mark"));
    for (const name of MARKS) {
      const button = make("button", "mark", name);
      button.type = "button";
      button.ariaPressed = String(group.mark === name);
      button.addEventListener("click", () => {
        setMark(group, { mark: group.mark === name ? "" : name });
        marked();
      });
      box.append(button);
    }
    const area = make("textarea");
    area.id = "note";
    area.value = group.note;
    area.placeholder = "A note: why, who, until when";
    area.ariaLabel = "Note";
    area.addEventListener("input", () => {
      setMark(group, { note: area.value });
      store();
    });
    box.append(area);
    return box;
  };

  const show = () => {
    const panel = $("detail");
    panel.hidden = !selected;
    $("desk").classList.toggle("with-detail", Boolean(selected));
    if (!selected) return;
    const [group, chosen] = selected;
    const place = chosen || (group.fits && group.fits[0]) || group.places[0];
    const rule = rules[group.rule];
    const close = make("button", "close", "\u00d7");
    close.type = "button";
    close.ariaLabel = "Close";
    close.addEventListener("click", () => select(null));
    const steps = make("p", "steps", rule.steps || ANY_STEPS);
    if (rule.url) {
      const link = make("a", "", new URL(rule.url).host);
      link.href = rule.url;
      link.rel = "noreferrer noopener";
      link.target = "_blank";
      steps.append(" ", link);
    }
    const { c, d, e } = place.more;
    const facts = make("dl", "", "",
      ...fact("Place", placeOf(place)),
      ...fact("Commit", files[place.file].commit),
      ...fact(place.level === group.level ? "Confidence" : "Confidence here",
        LEVELS[place.level]),
      ...fact("Checksum", c), ...fact("Detail", d), ...fact("Encoded in", e),
      ...fact("Secret", group.id ? `number ${digits(group.id)} of this report, in ${counted(group.places.length, "place", "places")}` : ""),
      ...fact("Fingerprint", fingerprintOf(place)));
    panel.replaceChildren(close,
      make("h3", "", "", make("span", "id", rule.id), " ", pill(group.level)),
      make("p", "soft", rule.what),
      make("code", "masked", secretOf(group)),
      lineOf(place), facts,
      make("p", "copies", "", copyButton("copy place", () => placeOf(place)),
        copyButton("copy fingerprint", () => fingerprintOf(place)),
        copyButton("copy allow comment", () => "sluice:allow"),
        copyButton("copy link", () => linkOf(place))),
      markBox(group));
    panel.append(make("h4", "", "If it is real, first"), steps);
  };

  const select = (row, { scroll = false, focus = false } = {}) => {
    selected = row;
    if (row && scroll) {
      const i = rows.findIndex(isSelected);
      if (i >= 0) {
        const bar = getComputedStyle($("tools")).position === "sticky"
          ? $("tools").offsetHeight + 16 : 16;
        const at = list.getBoundingClientRect().top + scrollY + tops[i];
        if (at - bar < scrollY) scrollTo(0, at - bar);
        const end = at + (tops[i + 1] - tops[i]) + 16;
        if (end > scrollY + innerHeight) scrollTo(0, end - innerHeight);
      }
    }
    draw(true);
    if (focus)
      list.querySelector('[aria-current="true"]')?.focus({ preventScroll: true });
    show();
    write();
  };

  // -- State in the URL --

  const write = () => {
    const parts = [];
    const add = (name, value) => {
      if (value) parts.push(`${name}=${encodeURIComponent(value)}`);
    };
    add("q", $("words").value.trim());
    add("sort", $("sort").value);
    if (selected)
      add("at", fingerprintOf(selected[1] || selected[0].places[0]));
    const hash = parts.length ? `#${parts.join("&")}` : "";
    if (hash !== location.hash)
      history.replaceState(null, "", hash || location.href.split("#")[0]);
  };
  const read = () => {
    const state = new Map(location.hash.slice(1).split("&").map((part) => {
      const at = part.indexOf("=");
      let value = part.slice(at + 1);
      try {
        value = decodeURIComponent(value);
      } catch {
        // The value remains as it is written.
      }
      return [part.slice(0, at), value];
    }));
    $("words").value = state.get("q") || "";
    $("sort").value = state.get("sort") || "";
    if ($("sort").selectedIndex < 0) $("sort").value = "";
    const at = state.get("at");
    const place = at && places.find((one) => fingerprintOf(one) === at);
    update();
    if (!place) return;
    if (!place.group.fits.includes(place)) {
      $("words").value = "";
      update();
    }
    if (place.group.places.length > 1) {
      open.add(place.group);
      lay();
    }
    select([place.group, place.group.places.length > 1 ? place : null],
      { scroll: true });
  };

  // -- Menus, charts --

  const option = (value, text) => {
    const one = make("option", "", text);
    one.value = value;
    return one;
  };
  const quoted = (word) => (/[\s"]/.test(word) ? `"${word}"` : word);
  const setTerm = (field, word) => {
    const rest = parse($("words").value)
      .filter((term) => term.not || term.field !== field)
      .map((term) => term.all);
    if (word) rest.push(`${field}:${quoted(word)}`);
    $("words").value = rest.join(" ");
    update();
  };
  const wordOf = (field) =>
    parse($("words").value).find((term) => term.field === field && !term.not)
      ?.word || "";
  const fill = (id, first, entries) =>
    $(id).replaceChildren(option("", first), ...entries.map(([name, number]) =>
      option(name, `${name} (${digits(number)})`)));
  // Counts are those of all secrets; they change with marks alone.
  const byRule = rules.map((rule) => [rule.id, rule.secrets])
    .sort((a, b) => b[1] - a[1] || collator.compare(a[0], b[0]));
  const byLevel = [2, 1, 0].map((level) =>
    [LEVELS[level], groups.filter((group) => group.level === level).length]);
  let byMark = [];
  const countMarks = () => {
    const of = new Map(["none", ...MARKS].map((name) => [name, 0]));
    for (const { mark } of groups)
      of.set(mark || "none", of.get(mark || "none") + 1);
    byMark = [...of];
    fill("mark", "any mark", byMark);
  };
  const choose = () => {
    for (const [id, entries] of
      [["rule", byRule], ["confidence", byLevel], ["mark", byMark]]) {
      const word = wordOf(id);
      const match = entries.find(([name]) => name.toLowerCase() === word);
      $(id).value = match ? match[0] : "";
    }
    for (const button of document.querySelectorAll("[data-field]"))
      button.ariaPressed = String(
        wordOf(button.dataset.field) === button.dataset.word.toLowerCase());
  };

  const update = () => {
    search();
    lay();
    if (selected && !rows.some(isSelected)) selected = null;
    const number = listed.reduce((sum, group) => sum + group.fits.length, 0);
    const all = listed.length === groups.length && number === places.length;
    $("shown").textContent =
      (all ? "" : `${digits(listed.length)} of `) +
      counted(groups.length, "secret", "secrets") + ", " +
      (all ? "" : `${digits(number)} of `) +
      counted(places.length, "place", "places");
    $("nothing").hidden = listed.length !== 0;
    choose();
    draw(true);
    show();
    write();
  };
  const marked = () => {
    store();
    countMarks();
    choose();
    draw(true);
    show();
  };

  // -- Export --

  const save = (name, text) => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  const cell = (value) => {
    let text = String(value).replace(/[\r\n]+/g, " ");
    if (/^[=+\-@]/.test(text)) text = `'${text}`;
    return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const EXPORTS = {
    csv: () => {
      const lines = [["path", "line", "column", "rule", "confidence", "secret_id",
        "secret", "fingerprint", "mark", "note"]];
      for (const group of listed)
        for (const place of group.fits)
          lines.push([pathOf(place), place.line, place.column,
            rules[group.rule].id, LEVELS[place.level], group.id || "",
            group.secret, fingerprintOf(place), group.mark, group.note]);
      return ["sluice.csv",
        lines.map((line) => line.map(cell).join(",") + "\r\n").join("")];
    },
    baseline: () => {
      const lines = new Set();
      for (const group of groups) {
        if (group.mark)
          for (const place of group.places)
            lines.add(`${fingerprintOf(place)}\t${LEVELS[place.level]}\t` +
              whyOf(group));
      }
      const text = [...lines].sort().map((x) => x + "\n").join("");
      return ["sluice-baseline.txt",
        text && "# sluice baseline 1: known findings, one a line\n" + text];
    },
    allow: () => {
      const lines = [];
      for (const place of places) {
        const { group } = place;
        if (group.mark)
          lines.push(`${pathOf(place)}:${place.line}: ` +
            `sluice:allow ${whyOf(group)}`);
      }
      return ["sluice-allow.txt", lines.map((x) => x + "\n").join("")];
    },
  };

  // A patch has a comment line of its own before each line that has a marked
  // place. It needs neither the line nor its secret, so a masked report is
  // enough. Only for languages with comments up to the end of the line, or in
  // signs that stay on one.
  const SIGNS = new Map([
    ["# ", "py pyi pyx rb rake sh bash zsh ksh fish pl pm r yaml yml toml " +
      "conf cfg cnf properties env tf hcl tfvars mk cmake bazel bzl ex exs " +
      "nix ps1 psm1 psd1 cr jl graphql nim tcl service dockerfile makefile " +
      "rakefile gemfile jenkinsfile.sh .env .bashrc .zshrc .profile .npmrc"],
    ["// ", "c h cc cpp cxx hpp hh hxx m mm java js mjs cjs ts mts cts go rs " +
      "swift kt kts scala dart cs php groovy gradle proto zig jsonc json5 " +
      "scss less fs sol jenkinsfile"],
    ["-- ", "sql lua hs elm adb ads vhd vhdl"],
    ["; ", "ini asm el lisp clj cljs scm"],
    ["% ", "tex erl hrl"],
    ["/* ", "css"],
    ["<!-- ", "html htm xml xsl xsd svg md markdown csproj props plist"],
    ["rem ", "bat cmd"],
  ].flatMap(([sign, ends]) => ends.split(" ").map((end) => [end, sign])));
  const ENDS = { "/* ": " */", "<!-- ": " -->" };
  const signOf = (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    const end = name.slice(name.lastIndexOf(".") + 1);
    return SIGNS.get(name) || SIGNS.get(end) ||
      (/^\.env\.|^dockerfile\.|^makefile\./.test(name) ? "# " : "");
  };
  // Why no comment line can be before the place. Empty if one can.
  const whyNot = (place) => {
    const { path, commit } = files[place.file];
    if (commit) return "it is in a commit";
    if (path.includes("!")) return "it is in an archive";
    if (/[\\"\u0000-\u001f\u007f\ufffd]/.test(path))
      return "a patch cannot name the file";
    if (place.line === 0 || place.more.e) return "it is in encoded text";
    if (/private-?key/.test(rules[place.group.rule].lower))
      return "a key has several lines; write the comment beside it";
    return signOf(path) ? "" : "such a file has no comments that are known here";
  };
  // For all rules: with the name of one, another rule that finds the same secret
  // would report it. A note cannot end the comment.
  const commentFor = (path, places) => {
    const sign = signOf(path);
    const whys = places.map(({ group }) =>
      whyOf({ ...group, note: group.note.replace(/-->|\*\//g, " ") }));
    return `${sign}sluice:allow-next-line ` +
      [...new Set(whys)].join("; ") + (ENDS[sign] || "");
  };
  const add = (lists, key, one) => {
    if (lists.has(key)) lists.get(key).push(one);
    else lists.set(key, [one]);
  };
  // Lines are numbered as before the patch on the left, and as after it on the
  // right. The order of the places is that of the files' lines.
  const patchOf = (path, marked) => {
    const lines = new Map();
    for (const place of marked.sort((a, b) => a.line - b.line))
      add(lines, place.line, place);
    const tab = path.includes(" ") ? "\t" : "";
    let text = `--- a/${path}${tab}\n+++ b/${path}${tab}\n`;
    [...lines].forEach(([line, there], i) => {
      text += `@@ -${line - 1},0 +${line + i} @@\n+${commentFor(path, there)}\n`;
    });
    return text;
  };
  EXPORTS.patch = () => {
    const byPath = new Map();
    let left = "";
    for (const place of places) {
      if (!place.group.mark) continue;
      const path = pathOf(place);
      const reason = whyNot(place);
      if (reason) left += `Not in this patch: ${path}:${place.line}: ${reason}\n`;
      else add(byPath, path, place);
    }
    let text = "";
    for (const [path, marked] of byPath) text += patchOf(path, marked);
    return ["sluice-allow.patch", text || left
      ? "Apply it where the paths begin: git apply --unidiff-zero FILE\n" +
        left + text : ""];
  };

  // -- Events --

  const toggle = (group) => {
    if (open.has(group)) open.delete(group);
    else open.add(group);
    lay();
  };
  const act = (i) => {
    const [group, place] = rows[i];
    if (!place && group.places.length > 1) toggle(group);
    select([group, place], { focus: true });
  };
  list.addEventListener("click", (event) => {
    const row = event.target.closest("[data-row]");
    if (row) act(Number(row.dataset.row));
  });
  const step = (by) => {
    if (!rows.length) return;
    const at = rows.findIndex(isSelected);
    const to = Math.min(Math.max(at + by, 0), rows.length - 1);
    select(rows[at < 0 ? 0 : to], { scroll: true, focus: true });
  };
  const cycle = () => {
    if (!selected) return;
    const next = ["", ...MARKS];
    const now = next.indexOf(selected[0].mark);
    setMark(selected[0], { mark: next[(now + 1) % next.length] });
    marked();
  };
  const KEYS = { j: () => step(1), k: () => step(-1), x: cycle,
    ArrowDown: () => step(1), ArrowUp: () => step(-1) };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && !typing) {
      event.preventDefault();
      $("words").focus();
      $("words").select();
    } else if (event.target === $("words") &&
      (event.key === "Enter" || event.key === "ArrowDown")) {
      event.preventDefault();
      event.target.blur();
      select(null);
      KEYS.j();
    } else if (event.key === "Escape") {
      if (event.target === $("words") && $("words").value) {
        $("words").value = "";
        update();
      } else if (typing) {
        event.target.blur();
      } else if (selected) {
        select(null);
      }
    } else if (!typing && KEYS[event.key] &&
      (event.key.length === 1 || list.contains(event.target))) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });

  $("words").addEventListener("input", update);
  $("sort").addEventListener("input", update);
  for (const id of ["rule", "confidence", "mark"])
    $(id).addEventListener("input", () => setTerm(id, $(id).value));
  $("clear").addEventListener("click", () => {
    $("words").value = "";
    update();
    $("words").focus();
  });
  $("all").replaceChildren(option("", "Mark all listed"),
    ...MARKS.map((name) => option(name, name)), option("none", "no mark"));
  $("all").addEventListener("input", () => {
    const mark = $("all").value === "none" ? "" : $("all").value;
    const before = listed.map((group) => [group, group.mark]);
    for (const group of listed) setMark(group, { mark });
    $("all").value = "";
    marked();
    const undo = make("button", "copy", "undo");
    undo.type = "button";
    undo.addEventListener("click", () => {
      for (const [group, old] of before) setMark(group, { mark: old });
      marked();
      update();
    });
    $("shown").replaceChildren(counted(before.length, "secret", "secrets") +
      (mark ? ` marked: ${mark} ` : " without a mark "), undo);
  });
  $("save").addEventListener("input", () => {
    const [name, text] = EXPORTS[$("save").value]();
    $("save").value = "";
    if (text) save(name, text);
    else $("shown").textContent = "nothing is marked yet";
  });
  if ($("reveal")) {
    $("reveal").hidden = false;
    $("reveal").addEventListener("click", () => {
      $("reveal").ariaPressed = String($("reveal").ariaPressed !== "true");
      draw(true);
      show();
    });
  }
  for (const button of document.querySelectorAll("[data-field]")) {
    button.disabled = false;
    button.addEventListener("click", () => {
      const { field, word } = button.dataset;
      setTerm(field, wordOf(field) === word.toLowerCase() ? "" : word);
      $("tools").scrollIntoView({ block: "start" });
    });
  }

  let waits = false;
  const later = (again) => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      draw(again);
    });
  };
  addEventListener("scroll", () => later(false), { passive: true });
  // The panel begins below the bar of tools, which has one row or several.
  new ResizeObserver(() => document.documentElement.style.setProperty(
    "--bar", `${$("tools").offsetHeight}px`)).observe($("tools"));
  addEventListener("resize", () => {
    lay();
    later(true);
  });
  addEventListener("hashchange", read);
  addEventListener("storage", (event) => {
    if (event.key !== STORE) return;
    load();
    countMarks();
    update();
  });

  // Paper has no scrolling: the rows that are listed, as far as is reasonable.
  const paper = $("paper");
  addEventListener("beforeprint", () => {
    const parts = [];
    const words = $("words").value.trim();
    if (words) parts.push(make("p", "part", `Search: ${words}. Listed: ${$("shown").textContent}.`));
    const number = listed.reduce((sum, group) => sum + group.fits.length, 0);
    if (number > PRINTED)
      parts.push(make("p", "part", `Paper has the first ${digits(PRINTED)} of ${digits(number)} places.`));
    let left = PRINTED;
    for (const group of listed) {
      if (left <= 0) break;
      parts.push(make("div", "sheet", "",
        make("p", "head", "", pill(group.level), " ",
          make("b", "", rules[group.rule].id), " ",
          make("code", "", secretOf(group)), " ",
          make("i", "", whyOf(group))),
        ...group.fits.slice(0, left).map((place) =>
          make("p", "", "", pathSpan(place), " ", lineOf(place)))));
      left -= group.fits.length;
    }
    paper.replaceChildren(...parts);
  });
  addEventListener("afterprint", () => paper.replaceChildren());

  const written = new Date(document.lastModified);
  if (!Number.isNaN(written.getTime())) {
    $("written").textContent = `. The file was written on ${written.toLocaleString()}.`;
    $("written").hidden = false;
  }
  document.title = `sluice: ${$("total").textContent}`;
  load();
  fill("rule", "every rule", byRule);
  fill("confidence", "any confidence", byLevel);
  countMarks();
  $("tools").hidden = false;
  $("desk").hidden = false;
  $("keys").hidden = false;
  read();

  // Prepares the texts that the first search would have to prepare.
  let next = 0;
  const prepare = (idle) => {
    while (next < places.length && idle.timeRemaining() > 1)
      textOf(places[next++]);
    if (next < places.length) requestIdleCallback(prepare);
  };
  if (window.requestIdleCallback) requestIdleCallback(prepare);
})();
