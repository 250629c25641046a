// Densities of all elements in document order: figures 3 and 4 of the CETD paper.

const MOST_BARS = 480, HEIGHT = 100;

function showCharts() {
  if (!$("densities").open) return;
  const method = methods[chosen.method], threshold = currentThreshold(method);
  const charts = [
    ["text density", elements.td, "Text density (CETD, figure 3)"],
    ["composite text density", elements.ctd, "Composite text density (CETD, figure 4)"],
  ];
  if (method.score && !charts.some(([name]) => name === method.scoreName)) {
    charts.push([method.scoreName, method.score, `${method.scoreName} (by which ${method.name} decides)`]);
  }
  const content = contentElements();
  $("charts").replaceChildren(...charts.map(([name, column, title]) =>
    chart(column, title, content, name === method.scoreName ? threshold : null)));
}

/** Element: whether more than half of the text of the blocks in it is kept. */
function contentElements() {
  const kept = new Float64Array(elements.parent.length), all = new Float64Array(elements.parent.length);
  data.blocks.element.forEach((element, block) => {
    kept[element] += data.blocks.chars[block] * states[block].share;
    all[element] += data.blocks.chars[block];
  });
  for (let each = elements.parent.length - 1; each > 0; each -= 1) {
    const parent = elements.parent[each];
    if (parent >= 0) {
      kept[parent] += kept[each];
      all[parent] += all[each];
    }
  }
  return elements.parent.map((_, each) => all[each] > 0 && kept[each] > all[each] / 2);
}

/** Bars in document order; if there are more elements than bars, each bar shows the densest of several neighbours. */
function barsOf(column) {
  const places = column.map((value, each) => (value === null ? -1 : each)).filter((each) => each >= 0);
  const each = Math.max(1, Math.ceil(places.length / MOST_BARS));
  const bars = [];
  for (let start = 0; start < places.length; start += each) {
    bars.push(places.slice(start, start + each).reduce((best, place) => (column[place] > column[best] ? place : best)));
  }
  return { bars, each, count: places.length };
}

function chart(column, title, content, threshold) {
  const { bars, each, count } = barsOf(column);
  const most = Math.max(...bars.map((element) => column[element]), threshold || 0, 1e-9);
  const height = (value) => (HEIGHT * (1 - Math.max(value, 0) / most)).toFixed(1);
  const path = (name, fits) => svg("path", { class: name, d: bars.map((element, place) =>
    (fits(element) ? `M${place + 0.5} ${HEIGHT}V${height(column[element])}` : "")).join("") });
  const current = chosen.block < 0 ? -1 : data.blocks.element[chosen.block];
  const drawing = svg("svg", { viewBox: `0 0 ${Math.max(bars.length, 1)} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
    "aria-label": `${title} of ${count} elements in document order, at most ${short(most)}` +
      (threshold === null ? "" : `; the threshold is ${short(threshold)}`) },
    path("no", (element) => !content[element]), path("yes", (element) => content[element]),
    path("at", (element) => element === current));
  if (threshold !== null) drawing.append(svg("line", { x1: 0, x2: bars.length, y1: height(threshold), y2: height(threshold) }));
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    goTo(blockIn(bars[Math.floor(((event.clientX - box.left) / box.width) * bars.length)]));
  });
  const note = each > 1 ? `; each bar is the densest of ${each} elements` : "";
  return make("figure", { className: "chart" }, make("figcaption", {}, title + note), drawing,
    make("span", { className: "most" }, short(most)));
}

/** The first block in an element, which precedes the blocks of later elements. */
function blockIn(element) {
  const found = data.blocks.element.findIndex((each) => each === element);
  return found >= 0 ? found : data.blocks.element.findIndex((each) => pathOf(each).includes(element));
}
