// The extracted Markdown, in passages that are linked to their blocks; a preview while the dial is turned.

function showMarkdown(kept) {
  const method = methods[chosen.method];
  const stretches = chosen.value === null ? method.markdown.map(([block, text]) => [block, data.texts[text]]) : preview(kept);
  $("markdown-note").textContent = chosen.value === null ? cutNote(method) : previewNote(method);
  $("markdown").replaceChildren(...portions(stretches).map((portion) => make("div", {}, ...portion.map(passage))));
  if (!stretches.length) $("markdown").replaceChildren(make("span", { className: "more" }, "Nothing was kept."));
  markMarkdown(false);
}

const PORTION = 40;

/** Passages in portions that end with a line: a browser lays out many small texts far faster than one long text. */
function portions(stretches) {
  const all = [[]];
  stretches.forEach((stretch) => {
    const last = all[all.length - 1];
    last.push(stretch);
    if (last.length >= PORTION && stretch[1].endsWith("\n")) all.push([]);
  });
  return all;
}

function passage([block, text]) {
  const node = make("span", {}, text);
  if (block >= 0 && block < blockNodes.length) {
    node.dataset.b = block;
    node.tabIndex = -1;
    node.setAttribute("role", "button");
  }
  return node;
}

const cutNote = (method) => (method.markdownLeft ? `${plain(method.markdownLeft)} more characters are not shown` : "");

function previewNote(method) {
  if (!method.dial.parameter) return "a preview: the plain text of the kept blocks";
  const name = method.name.split(" ")[0];
  return `a preview; in full: thresher PAGE -f markdown -a ${name} --set ${method.dial.parameter}=${chosen.value}`;
}

/** The text of the kept blocks with markers for headings and items: approximately what Markdown would contain. */
function preview(kept) {
  return blockNodes.flatMap((node, block) => {
    if (states[block].state === DROPPED) return [];
    const heading = /\bh([1-6])\b/.exec(node.className);
    const mark = heading ? "#".repeat(Number(heading[1])) + " " : node.parentNode.classList.contains("li") ? "- " : "";
    const parts = states[block].state === PART
      ? Array.from(node.querySelectorAll(":scope > .p")).filter((_, place) => kept[piecesOf[block][place]])
      : [node];
    return [[block, mark + parts.map((part) => part.textContent.trim().replace(/\s+/g, " ")).join(" ") + "\n\n"]];
  });
}

const stretchOf = (block) => $("markdown").querySelector(`[data-b="${block}"]`);

function markMarkdown(scroll) {
  $("markdown").querySelectorAll("[aria-current]").forEach((node) => node.removeAttribute("aria-current"));
  const all = $("markdown").querySelectorAll(`[data-b="${chosen.block}"]`);
  all.forEach((node) => node.setAttribute("aria-current", "true"));
  const first = all[0] || $("markdown").querySelector("[data-b]");
  $("markdown").querySelectorAll('[tabindex="0"]').forEach((node) => (node.tabIndex = -1));
  if (first) first.tabIndex = 0;
  if (all.length && scroll) intoView(all[0]);
}
