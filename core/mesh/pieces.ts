import { isForward, none, sidesOnEdge, triangleStates, type MeshTopology } from './topology.ts';
import { triangleSets, type TriangleSets } from './triangle-sets.ts';

/** Pieces: triangles connected by edges with two triangles, with their winding. */
export interface Pieces {
  readonly sets: TriangleSets;
  /** (T) 1 for triangles that are wound against the majority of their piece; 0 in non-orientable pieces. */
  readonly isFlipped: Uint8Array;
  /** (P) 1 if a consistent winding is possible; a Möbius strip has none. */
  readonly isOrientable: Uint8Array;
  /** (P) 1 if every edge has two triangles. */
  readonly isClosed: Uint8Array;
}

/** Finds pieces by flood fill, numbered by their lowest triangle. Linear time. */
export function pieces(topology: MeshTopology): Pieces {
  const { states } = topology;
  const setOf = new Uint32Array(states.length).fill(none);
  const isFlipped = new Uint8Array(states.length);
  const queue = new Uint32Array(states.length);
  const isOrientable: number[] = [];
  const isClosed: number[] = [];
  for (let start = 0; start < states.length; start++) {
    if (states[start] !== triangleStates.plain || setOf[start] !== none) continue;
    const found = fill(topology, start, isOrientable.length, setOf, isFlipped, queue);
    isOrientable.push(found.isOrientable ? 1 : 0);
    isClosed.push(found.isClosed ? 1 : 0);
    settleTurned(queue.subarray(0, found.count), isFlipped, found.isOrientable);
  }
  const sets = triangleSets(isOrientable.length, setOf);
  return { sets, isFlipped, isOrientable: Uint8Array.from(isOrientable), isClosed: Uint8Array.from(isClosed) };
}

/** Adds all triangles of a piece to the queue, each flipped or not relative to its predecessor. */
function fill(topology: MeshTopology, start: number, piece: number, setOf: Uint32Array, isFlipped: Uint8Array, queue: Uint32Array) {
  const { edgeFirst, edgeSides, sideEdges } = topology;
  let count = 0;
  let isOrientable = true;
  let isClosed = true;
  queue[count++] = start;
  setOf[start] = piece;
  for (let at = 0; at < count; at++) {
    const triangle = queue[at];
    for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
      const edge = sideEdges[side];
      if (sidesOnEdge(topology, edge) !== 2) {
        isClosed = false;
        continue;
      }
      const first = edgeFirst[edge];
      const other = edgeSides[first] === side ? edgeSides[first + 1] : edgeSides[first];
      const neighbour = (other / 3) | 0;
      const turned = isForward(topology, side) === isForward(topology, other) ? 1 - isFlipped[triangle] : isFlipped[triangle];
      if (setOf[neighbour] === none) {
        setOf[neighbour] = piece;
        isFlipped[neighbour] = turned;
        queue[count++] = neighbour;
      } else if (isFlipped[neighbour] !== turned) isOrientable = false;
    }
  }
  return { count, isOrientable, isClosed };
}

/** Marks the minority as flipped. */
function settleTurned(triangles: Uint32Array, isFlipped: Uint8Array, isOrientable: boolean): void {
  let turned = 0;
  for (let i = 0; i < triangles.length; i++) turned += isFlipped[triangles[i]];
  if (isOrientable && 2 * turned <= triangles.length) return;
  for (let i = 0; i < triangles.length; i++) isFlipped[triangles[i]] = isOrientable ? 1 - isFlipped[triangles[i]] : 0;
}
