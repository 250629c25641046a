"use strict";
// The decisions: the columns written by Python, the current choice, and the states that follow from both.
// The files of this folder form one script, in the order of SCRIPTS in report.py; nothing is fetched, stored or sent.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const { elements, methods } = data;
const blockNodes = data.blocks.element.map((_, block) => $("b" + block));
const piecesOf = groupPieces();
const KEPT = "k", PART = "h", DROPPED = "d";

/** The current choice: method, method to compare with, value of the dial (null: the method's own), filter, block. */
const chosen = { method: 0, other: -1, value: null, show: "all", block: -1 };
let states = [];      // of each block, for the chosen method
let otherStates = []; // the same for the other method
let painted = [];     // what each block's node currently shows

function groupPieces() {
  const groups = data.blocks.element.map(() => []);
  data.pieces.forEach((block, piece) => groups[block].push(piece));
  return groups;
}

/** Piece: whether a method keeps it at a value of its dial. */
function keptPieces(method, value) {
  if (value === null || !method.dial) return Array.from(method.kept, (digit) => digit === "1");
  const threshold = value * method.dial.unit;
  return method.dial.limit.map((limit) => limit >= threshold);
}

/** Block: kept, kept in part or dropped, with the number of kept characters. */
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

/** The label of a block: the method's own, or another one if the dial changed the decision. */
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
