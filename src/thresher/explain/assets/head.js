// Above the page: the summary, the legend, the dial.

const words = (of) => data.blocks.words.reduce((sum, count, block) => sum + count * of(block), 0);
const plain = (value) => Math.round(value).toLocaleString("en");
const short = (value, digits = 3) => (value === null || value === undefined ? "–" : String(Number(Number(value).toPrecision(digits))));

function showSummary() {
  const method = methods[chosen.method];
  const kept = states.filter(({ state }) => state !== DROPPED).length;
  const total = words(() => 1);
  const parts = [
    `${method.name} keeps ${plain(kept)} of ${plain(states.length)} blocks`,
    `${plain(words((block) => states[block].share))} of ${plain(total)} words`,
  ];
  if (chosen.value === null && method.kind) parts.push(`kind: ${method.kind}`);
  if (chosen.value === null && method.reason) parts.push(`${method.outcome}: ${method.reason}`);
  $("summary").textContent = parts.join(" · ");
  showDifferences();
}

function showDifferences() {
  $("differences").hidden = chosen.other < 0;
  if (chosen.other < 0) return;
  const only = (side) => plain(words((block) => (differenceOf(block) === side ? 1 : 0)));
  const count = differing().length;
  $("difference-count").textContent = count
    ? `${plain(count)} ${count === 1 ? "block differs" : "blocks differ"}: ` +
      `${only("this")} words only here, ${only("other")} only there`
    : "both keep the same blocks";
  for (const id of ["previous-difference", "next-difference"]) $(id).disabled = !count;
}

function showLegend() {
  const counts = new Map();
  states.forEach((_, block) => {
    const label = labelOf(block);
    counts.set(label, (counts.get(label) || 0) + 1);
  });
  const items = data.labels.filter((label) => counts.has(label)).map((label) => {
    const button = make("button", { type: "button", className: "l-" + label }, make("i"), `${label} ${plain(counts.get(label))}`);
    button.addEventListener("click", () => goTo(nextAfter((block) => labelOf(block) === label, 1)));
    return make("li", {}, button);
  });
  $("legend").replaceChildren(
    make("li", { className: "key" }, "kept"), make("li", { className: "key no" }, "dropped"), ...items);
}

function showDial() {
  const { dial, noDial } = methods[chosen.method];
  $("dial").hidden = !dial;
  $("no-dial").hidden = !!dial;
  $("no-dial").textContent = dial ? "" : `No slider: ${noDial}.`;
  if (!dial) return;
  const value = chosen.value === null ? dial.value : chosen.value;
  $("dial-name").textContent = dial.parameter ? dial.name : dial.name + " ≥";
  $("dial-value").textContent = short(value);
  $("value").max = dial.most;
  $("value").step = dial.most / 400;
  if (Number($("value").value) !== value && document.activeElement !== $("value")) $("value").value = value;
  $("value").setAttribute("aria-valuetext", `${dial.name} ${short(value)}`);
  $("reset").disabled = chosen.value === null;
}
