// Details of the chosen block.

const SAY = { [KEPT]: "Kept", [PART]: "Kept in part", [DROPPED]: "Dropped" };

function showDetails() {
  const block = chosen.block;
  $("details").classList.toggle("open", block >= 0);
  if (block < 0) {
    const hint = "Choose a block of the page or a passage of the Markdown to see why it was kept or dropped.";
    $("details").replaceChildren(make("p", { className: "note" }, hint));
    return;
  }
  const label = labelOf(block), { state, share } = states[block];
  const closing = make("button", { type: "button", className: "close" }, "Close");
  closing.addEventListener("click", close);
  const verdict = make("p", { className: "verdict l-" + label },
    SAY[state] + (state === PART ? ` (${Math.round(100 * share)} %)` : ""), make("span", { className: "chip" }, label),
    ...(blockNodes[block].classList.contains("hidden") ? [make("span", { className: "chip" }, "hidden")] : []), closing);
  const shown = [verdict, make("p", { className: "why" }, whatDecided(block)), facts(block), keepers(block), around(block)];
  $("details").replaceChildren(...shown, actions(block));
}

function whatDecided(block) {
  const method = methods[chosen.method];
  const turned = chosen.value !== null && (method.own[block].state === DROPPED) !== (states[block].state === DROPPED);
  const sentence = method.sentences[method.reasons[block]];
  const text = turned
    ? `${method.dial.name} = ${short(chosen.value)} changed the decision; at ${short(method.dial.value)}, ${sentence}`
    : sentence;
  return text[0].toUpperCase() + text.slice(1) + ".";
}

/** The tooltip of a block. */
function inBrief(block) {
  const method = methods[chosen.method], scored = method.scored[block];
  const score = method.score && scored >= 0 ? ` · ${method.scoreName} ${short(method.score[scored])}` : "";
  const threshold = currentThreshold(method);
  const limit = threshold === null ? "" : ` · threshold ${short(threshold)}`;
  return `${SAY[states[block].state]} · ${labelOf(block)}${score}${limit}`;
}

function facts(block) {
  const method = methods[chosen.method], element = data.blocks.element[block];
  const scored = method.scored[block];
  const rows = [];
  if (method.score && scored >= 0) {
    const at = scored === element ? "" : ` at ${elements.name[scored]}`;
    rows.push([method.scoreName, short(method.score[scored], 4) + at]);
  }
  const threshold = currentThreshold(method);
  if (threshold !== null) rows.push(["threshold", short(threshold, 4)]);
  rows.push(
    ["characters", plain(data.blocks.chars[block])],
    ["words", plain(data.blocks.words[block])],
    ["in links", elements.links[element] === null ? "–" : Math.round(100 * elements.links[element]) + " %"],
    ["text density", short(elements.td[element])],
    ["composite density", short(elements.ctd[element])],
  );
  return make("dl", {}, ...rows.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

function currentThreshold(method) {
  if (method.dial) return (chosen.value === null ? method.dial.value : chosen.value) * method.dial.unit;
  return method.threshold;
}

const SIGNS = { [KEPT]: "✓", [PART]: "◐", [DROPPED]: "✗" };

function keepers(block) {
  const items = methods.map((method, place) => {
    const { state } = place === chosen.method ? states[block] : method.own[block];
    return make("li", { className: state === DROPPED ? "no" : "" }, `${SIGNS[state]} ${method.name}`,
      make("span", { className: "visually-hidden" }, ` ${SAY[state]}`));
  });
  return make("ul", { className: "methods", ariaLabel: "What each method does with it" }, ...items);
}

function pathOf(element) {
  const path = [];
  for (let each = element; each >= 0; each = elements.parent[each]) path.unshift(each);
  return path;
}

function around(block) {
  const method = methods[chosen.method], path = pathOf(data.blocks.element[block]);
  const heads = ["element", ...(method.score ? [method.scoreName] : []), "text density", "composite", "in links", "characters"];
  const rows = path.map((each) => make("tr", {},
    make("th", { scope: "row" }, elements.name[each]),
    ...(method.score ? [make("td", {}, short(method.score[each]))] : []),
    make("td", {}, short(elements.td[each])), make("td", {}, short(elements.ctd[each])),
    make("td", {}, elements.links[each] === null ? "–" : Math.round(100 * elements.links[each]) + " %"),
    make("td", {}, plain(elements.chars[each]))));
  const table = make("table", {},
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...rows));
  const deep = elements.parent[path[0]] < 0 && elements.step[path[0]] !== "html" ? "… > " : "";
  const selector = deep + path.map((each) => elements.step[each]).join(" > ");
  return make("div", {}, make("p", { className: "path" }, make("code", {}, selector)),
    make("details", {}, make("summary", {}, `The ${path.length} elements around it`), table));
}

function actions(block) {
  const across = make("button", { type: "button", disabled: !stretchOf(block) }, "Show in Markdown");
  across.addEventListener("click", () => crossToMarkdown(block));
  const back = make("button", { type: "button" }, "Show on page");
  back.addEventListener("click", () => goTo(block));
  return make("p", { className: "actions" }, across, back);
}

function crossToMarkdown(block) {
  const node = stretchOf(block);
  if (!node) return;
  showTab("markdown");
  intoView(node);
  node.focus({ preventScroll: true });
}
