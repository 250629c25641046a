// User input: choosing blocks, turning the dial, pressing keys.

let waiting = 0;

/** Redraw everything; Markdown, which is slowest, only once the dial is at rest. */
function refresh() {
  const kept = decide();
  showSummary();
  showLegend();
  showDial();
  showDetails();
  showCharts();
  clearTimeout(waiting);
  if (chosen.value === null) showMarkdown(kept);
  else waiting = setTimeout(() => showMarkdown(kept), 120);
}

function offer(select, names) {
  select.replaceChildren(...names.map(([value, name]) => make("option", { value }, name)));
}

function chooseMethod(method) {
  chosen.method = method;
  chosen.value = null;
  if (chosen.other === method) chosen.other = -1;
  offer($("other"), [[-1, "nothing"], ...methods.map(({ name }, place) => [place, name]).filter(([place]) => place !== method)]);
  $("other").value = chosen.other;
  const { dial } = methods[method];
  if (dial) Object.assign($("value"), { max: dial.most, step: dial.most / 400, value: dial.value });
  refresh();
}

function listen() {
  $("method").addEventListener("change", (event) => chooseMethod(Number(event.target.value)));
  $("other").addEventListener("change", (event) => { chosen.other = Number(event.target.value); refresh(); });
  $("show").addEventListener("change", (event) => { chosen.show = event.target.value; decide(); });
  $("value").addEventListener("input", (event) => { chosen.value = Number(event.target.value); refresh(); });
  $("reset").addEventListener("click", () => chooseMethod(chosen.method));
  $("next-difference").addEventListener("click", () => goTo(nextAfter(differenceOf, 1)));
  $("previous-difference").addEventListener("click", () => goTo(nextAfter(differenceOf, -1)));
  $("densities").addEventListener("toggle", showCharts);
  $("tab-page").addEventListener("click", () => showTab("page"));
  $("tab-markdown").addEventListener("click", () => { showTab("markdown"); markMarkdown(true); });
  $("picture").addEventListener("click", (event) => {
    const node = event.target.closest(".b");
    if (node) goTo(Number(node.id.slice(1)), { page: false });
  });
  $("picture").addEventListener("mouseover", (event) => {
    const node = event.target.closest(".b");
    if (node) node.title = inBrief(Number(node.id.slice(1)));
  });
  $("markdown").addEventListener("click", (event) => {
    const node = event.target.closest("[data-b]");
    if (node) chooseFromMarkdown(Number(node.dataset.b));
  });
  document.addEventListener("keydown", onKey);
}

/** On a phone the page is behind a tab, so a passage only shows the reason; elsewhere the page scrolls along. */
function chooseFromMarkdown(block) {
  const beside = getComputedStyle(document.querySelector(".tabs")).display === "none";
  goTo(block, { page: false, markdown: false });
  if (beside) intoView(blockNodes[block]);
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const inPicture = event.target.closest && event.target.closest("#picture");
  const inMarkdown = event.target.closest && event.target.closest("#markdown");
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  const action = inPicture ? PAGE_KEYS[event.key] : inMarkdown ? MARKDOWN_KEYS[event.key] : undefined;
  const done = action || (typing ? undefined : ANY_KEYS[event.key]);
  if (!done) return;
  event.preventDefault();
  done(event.target);
}

const PAGE_KEYS = {
  ArrowDown: () => goTo(nextAfter(isShown, 1)),
  ArrowUp: () => goTo(nextAfter(isShown, -1)),
  Home: () => goTo(blockNodes.findIndex((_, block) => isShown(block))),
  End: () => goTo(blockNodes.length - 1),
  Enter: (node) => { goTo(Number(node.id.slice(1)), { page: false }); crossToMarkdown(chosen.block); },
  " ": (node) => goTo(Number(node.id.slice(1)), { page: false }),
};

const MARKDOWN_KEYS = {
  ArrowDown: (node) => stepMarkdown(node, 1),
  ArrowUp: (node) => stepMarkdown(node, -1),
  Enter: (node) => goTo(Number(node.dataset.b)),
  " ": (node) => goTo(Number(node.dataset.b), { page: false, markdown: false }),
};

const ANY_KEYS = {
  n: () => chosen.other >= 0 && goTo(nextAfter(differenceOf, 1)),
  p: () => chosen.other >= 0 && goTo(nextAfter(differenceOf, -1)),
  Escape: close,
};

function stepMarkdown(node, step) {
  const all = Array.from($("markdown").querySelectorAll("[data-b]"));
  const next = all[all.indexOf(node) + step];
  if (!next) return;
  goTo(Number(next.dataset.b), { page: false, markdown: false });
  next.focus();
}

function start() {
  methods.forEach((method) => (method.own = blockStates(keptPieces(method, null))));
  offer($("method"), methods.map(({ name }, place) => [place, name]));
  $("cuts").hidden = !data.cuts.length;
  $("cuts").textContent = data.cuts.join(" ");
  if (blockNodes.length) blockNodes[0].tabIndex = 0;
  listen();
  chooseMethod(0);
  const wanted = /^#b(\d+)$/.exec(location.hash);
  if (wanted) goTo(Number(wanted[1]) < blockNodes.length ? Number(wanted[1]) : -1, { focus: false });
}

start();
