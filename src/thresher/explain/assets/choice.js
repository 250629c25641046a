// The chosen block: scrolling to it, and moving from one block to the next.

function goTo(block, { page = true, markdown = true, focus = true } = {}) {
  if (block === undefined || block < 0) return;
  const old = blockNodes[chosen.block] || blockNodes[0];
  old.removeAttribute("aria-current");
  old.tabIndex = -1;
  chosen.block = block;
  const node = blockNodes[block];
  node.setAttribute("aria-current", "true");
  node.tabIndex = 0;
  if (page) {
    showTab("page");
    if (focus) node.focus({ preventScroll: true });
    intoView(node);
  }
  showDetails();
  uncover(node);
  markMarkdown(markdown);
  showCharts();
}

/** Scroll a block out from under the sheet that shows the details on a phone. */
function uncover(node) {
  const isSheet = getComputedStyle($("details")).position === "fixed";
  if (isSheet && node.offsetParent !== null) node.scrollIntoView({ block: "nearest" });
}

function intoView(node) {
  if (node.offsetParent !== null) node.scrollIntoView({ block: "center" });
}

/** The next matching block after the chosen one in a direction; from the other end if there is none. */
function nextAfter(fits, step) {
  const count = blockNodes.length;
  const start = chosen.block < 0 && step < 0 ? count : chosen.block;
  for (let turn = 1; turn <= count; turn += 1) {
    const block = (((start + step * turn) % count) + count) % count;
    if (fits(block)) return block;
  }
  return -1;
}

const isShown = (block) => blockNodes[block].offsetParent !== null;

function close() {
  if (chosen.block < 0) return;
  blockNodes[chosen.block].removeAttribute("aria-current");
  chosen.block = -1;
  showDetails();
  markMarkdown(false);
  showCharts();
}
