/** Pieces of triangles by their upper bound, the largest first; equal ones by their number. A binary heap. */
export interface PieceHeap {
  /** (9·n) corners of each piece. */
  readonly pieces: number[];
  /** (n) */
  readonly uppers: number[];
  /** (n) triangle closest to the centre of each. */
  readonly closest: number[];
  /** Numbers of the pieces that wait, as a heap. */
  readonly waiting: number[];
}

export function createPieceHeap(): PieceHeap {
  return { pieces: [], uppers: [], closest: [], waiting: [] };
}

export function pushPiece(heap: PieceHeap, piece: readonly number[], upper: number, closest: number): void {
  const { waiting } = heap;
  const number = heap.uppers.length;
  heap.pieces.push(...piece);
  heap.uppers.push(upper);
  heap.closest.push(closest);
  let at = waiting.push(number) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(heap, number, waiting[parent]!)) break;
    waiting[at] = waiting[parent]!;
    at = parent;
  }
  waiting[at] = number;
}

/** Removes the piece with the largest upper bound, and returns its number; -1 without one. */
export function popPiece(heap: PieceHeap): number {
  const { waiting } = heap;
  const first = waiting[0];
  const last = waiting.pop();
  if (first === undefined || last === undefined) return -1;
  if (waiting.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= waiting.length) break;
    if (child + 1 < waiting.length && isBefore(heap, waiting[child + 1]!, waiting[child]!)) child++;
    if (!isBefore(heap, waiting[child]!, last)) break;
    waiting[at] = waiting[child]!;
    at = child;
  }
  waiting[at] = last;
  return first;
}

function isBefore({ uppers }: PieceHeap, a: number, b: number): boolean {
  return uppers[a]! > uppers[b]! || (uppers[a]! === uppers[b]! && a < b);
}
