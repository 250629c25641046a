"use strict";
// What is kept: the columns that Python wrote, what is chosen, and what follows from both.
// The files of this folder are one script, in the order of SCRIPTS in report.py; nothing is fetched, stored or sent.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const { elements, methods } = data;
const blockNodes = data.blocks.element.map((_, block) => $("b" + block));
const piecesOf = groupPieces();
const KEPT = "k", PART = "h", DROPPED = "d";

/** What is chosen: a method, one to compare with, the dial's value (null: the method's own), a filter, a block. */
const chosen = { method: 0, other: -1, value: null, show: "all", block: -1 };
let states = [];      // of each block, by the chosen method
let otherStates = []; // the same by the other one
let painted = [];     // what each block's node shows already

function groupPieces() {
  const groups = data.blocks.element.map(() => []);
  data.pieces.forEach((block, piece) => groups[block].push(piece));
  return groups;
}

/** Piece: whether it is kept by a method, at a value of its dial. */
function keptPieces(method, value) {
  if (value === null || !method.dial) return Array.from(method.kept, (digit) => digit === "1");
  const threshold = value * method.dial.unit;
  return method.dial.limit.map((limit) => limit >= threshold);
}

/** Block: kept, part or dropped, with the characters of it that are kept. */
function blockStates(kept) {
  return piecesOf.map((pieces, block) => {
    const count = pieces.filter((piece) => kept[piece]).length;
    const state = count === 0 ? DROPPED : count === pieces.length ? KEPT : PART;
    return { state, share: state === PART ? partShare(block, pieces, kept) : count ? 1 : 0 };
  });
}

function partShare(block, pieces, kept) {
  const sizes = Array.from(blockNodes[block].querySelectorAll(":scope > .p"), (span) => span.textContent.length);
  const total = sizes.reduce((sum, size) => sum + size, 0) || 1;
  return sizes.reduce((sum, size, place) => sum + (kept[pieces[place]] ? size : 0), 0) / total;
}

/** The label of a block: the method's own, or what it becomes where the dial turned the decision. */
function labelOf(block) {
  const method = methods[chosen.method];
  const own = method.own[block].state !== DROPPED, now = states[block].state !== DROPPED;
  const digits = own === now ? method.labels : now ? data.blocks.kept : data.blocks.dropped;
  return data.labels[parseInt(digits[block], 16)];
}

function decide() {
  const kept = keptPieces(methods[chosen.method], chosen.value);
  states = blockStates(kept);
  otherStates = chosen.other < 0 ? [] : methods[chosen.other].own;
  blockNodes.forEach((node, block) => paintBlock(node, block, kept));
  $("picture").className = "picture show-" + chosen.show;
  return kept;
}
