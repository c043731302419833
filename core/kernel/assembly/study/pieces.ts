import { oneSidedPieceFlag, openPieceFlag } from '../../layouts/study';
import { corners, edgeFirst, edgeSides, links, none, pieceBalances, pieceFlags, pieceOf, plain, states, triangles, flipped } from './tables';

/**
 * Numbers the pieces as `core/mesh/pieces.ts` does, writes which triangles are flipped and the flags of each piece, and returns the number of pieces.
 * JavaScript floods; here sets of triangles are merged along the edges in order. Each triangle has a bit for whether it is flipped relative to the
 * root, the lowest triangle of its set.
 */
export function findPieces(edges: u32): u32 {
  for (let t: u32 = 0; t < triangles; t++) store<u32>(links + 4 * <usize>t, t << 1);
  memory.fill(flipped, 0, triangles);
  for (let edge: u32 = 0; edge < edges; edge++) joinAcross(edge);
  return numberPieces();
}

/** Until the pieces are numbered, `flipped` has the flags that edges give their first triangles. */
function joinAcross(edge: u32): void {
  const first = load<u32>(edgeFirst + 4 * <usize>edge), end = load<u32>(edgeFirst + 4 * <usize>edge, 4);
  if (end - first != 2) {
    for (let at = first; at < end; at++) flag(load<u32>(edgeSides + 4 * <usize>at) / 3, <u8>openPieceFlag);
    return;
  }
  const side = load<u32>(edgeSides + 4 * <usize>first), other = load<u32>(edgeSides + 4 * <usize>first, 4);
  // Both sides begin at the same vertex where they run in the same direction.
  const isFlipped: u32 = load<u32>(corners + 4 * <usize>side) == load<u32>(corners + 4 * <usize>other) ? 1 : 0;
  const a = rootOf(side / 3), b = rootOf(other / 3);
  const flip = (a ^ b ^ isFlipped) & 1;
  const rootA = a >> 1, rootB = b >> 1;
  if (rootA != rootB) store<u32>(links + 4 * <usize>max(rootA, rootB), (min(rootA, rootB) << 1) | flip);
  else if (flip != 0) flag(side / 3, <u8>oneSidedPieceFlag);
}

// @ts-ignore: decorator
@inline
function flag(triangle: u32, bit: u8): void {
  store<u8>(flipped + <usize>triangle, load<u8>(flipped + <usize>triangle) | bit);
}

/** Returns twice the root of a triangle, plus 1 where it is flipped relative to the root. A link is the same for a triangle nearer to the root. */
// @ts-ignore: decorator
@inline
function rootOf(triangle: u32): u32 {
  let at = triangle, flip: u32 = 0, link = load<u32>(links + 4 * <usize>at);
  while (link >> 1 != at) {
    const next = load<u32>(links + 4 * <usize>(link >> 1));
    const shortened = next ^ (link & 1);
    store<u32>(links + 4 * <usize>at, shortened);
    flip ^= shortened & 1;
    at = next >> 1;
    link = load<u32>(links + 4 * <usize>at);
  }
  return (at << 1) | flip;
}

function numberPieces(): u32 {
  let count: u32 = 0;
  for (let t: u32 = 0; t < triangles; t++) {
    if (load<u8>(states + <usize>t) != plain) {
      store<u32>(pieceOf + 4 * <usize>t, none);
      continue;
    }
    const found = rootOf(t), root = found >> 1;
    if (root == t) {
      store<u8>(pieceFlags + <usize>count, 0);
      store<i32>(pieceBalances + 4 * <usize>count, 0);
      store<u32>(pieceOf + 4 * <usize>t, count++);
    }
    const piece = load<u32>(pieceOf + 4 * <usize>root);
    store<u32>(pieceOf + 4 * <usize>t, piece);
    const flags = pieceFlags + <usize>piece, balance = pieceBalances + 4 * <usize>piece;
    store<u8>(flags, load<u8>(flags) | load<u8>(flipped + <usize>t));
    store<i32>(balance, load<i32>(balance) + ((found & 1) == 1 ? -1 : 1));
    store<u8>(flipped + <usize>t, <u8>(found & 1));
  }
  for (let t: usize = 0; t < <usize>triangles; t++) {
    const piece = load<u32>(pieceOf + 4 * t);
    if (piece == none) continue;
    // The minority is flipped.
    if ((load<u8>(pieceFlags + <usize>piece) & oneSidedPieceFlag) != 0) store<u8>(flipped + t, 0);
    else if (load<i32>(pieceBalances + 4 * <usize>piece) < 0) store<u8>(flipped + t, 1 - load<u8>(flipped + t));
  }
  return count;
}
