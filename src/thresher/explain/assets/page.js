// The page: each block in the colour of its label, marked as kept or dropped, and as agreeing or not.

function paintBlock(node, block, kept) {
  const { state } = states[block], label = labelOf(block), only = differenceOf(block);
  const parts = state === PART ? piecesOf[block].map((piece) => Number(kept[piece])).join("") : "";
  const look = [state, label, only, parts].join();
  if (painted[block] === look) return;
  painted[block] = look;
  const fixed = node.className.split(" ").filter((name) => !/^(k|h|d|l-.*|only-.*)$/.test(name));
  node.className = [...fixed, state, "l-" + label, only && "only-" + only].filter(Boolean).join(" ");
  if (only) node.dataset.only = "only " + methods[only === "this" ? chosen.method : chosen.other].name;
  else delete node.dataset.only;
  if (piecesOf[block].length > 1) {
    node.querySelectorAll(":scope > .p").forEach((span, place) => {
      span.classList.toggle("off", state === PART && !kept[piecesOf[block][place]]);
    });
  }
}

/** Which method alone keeps a block: "this", the "other", or neither. */
function differenceOf(block) {
  if (chosen.other < 0) return "";
  const here = states[block].state !== DROPPED, there = otherStates[block].state !== DROPPED;
  return here === there ? "" : here ? "this" : "other";
}

const differing = () => blockNodes.map((_, block) => block).filter(differenceOf);
