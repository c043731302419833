import type { Progress } from '../../progress.ts';
import { intersectHalfSpaces } from './intersect-half-spaces.ts';

/** (4·n) unit normals and offsets of planes. */
export type Planes = readonly number[];

/** Parts of the planes that are added in one step at most: smaller steps cut better, but take longer. */
const stepPart = 1 / 8;

/**
 * Cuts the corners of planes off by planes of faces, the corners farthest outside first, as long as the limit on the numbers of planes and corners
 * holds. Returns the planes (4·n) and corners (3·n). @throws whatever `progress` throws.
 */
export function cutCorners(
  start: Planes,
  faces: Float64Array,
  holds: (planes: number, corners: number) => boolean,
  progress: Progress,
): { readonly planes: Planes; readonly corners: Float64Array } {
  let planes = start;
  let corners = intersectHalfSpaces(planes);
  let step = Infinity;
  const known = new Map<string, Cut | null>();
  for (;;) {
    progress(Math.min(1, planes.length / faces.length));
    const cuts = deepestCuts(corners, faces, known);
    step = Math.min(step, cuts.length, Math.max(1, Math.floor((planes.length / 4) * stepPart)));
    if (cuts.length === 0) return { planes, corners };
    // A plane adds two corners or more.
    const added = cuts.slice(0, step).flatMap((face) => [...faces.subarray(4 * face, 4 * face + 4)]);
    const next = intersectHalfSpaces([...planes, ...added]);
    if (!holds(planes.length / 4 + step, next.length / 3)) {
      if (step === 1) return { planes, corners };
      step = Math.floor(step / 2);
      continue;
    }
    planes = [...planes, ...added];
    corners = next;
  }
}

/** Corners nearer to the hull than this, in units of its size, are not cut off. */
const minCut = 1e-9;

interface Cut {
  readonly face: number;
  readonly depth: number;
}

/**
 * Returns the faces that the corners are farthest outside of: the deepest of each corner, the deepest first. A step moves few corners: `known` keeps
 * what was found at each.
 */
function deepestCuts(corners: Float64Array, faces: Float64Array, known: Map<string, Cut | null>): readonly number[] {
  const depths = new Map<number, number>();
  for (let i = 0; i < corners.length; i += 3) {
    const key = `${corners[i]} ${corners[i + 1]} ${corners[i + 2]}`;
    let cut = known.get(key);
    if (cut === undefined) known.set(key, (cut = deepestCut(corners, i, faces)));
    if (cut !== null) depths.set(cut.face, Math.max(depths.get(cut.face) ?? 0, cut.depth));
  }
  return [...depths].sort((p, q) => q[1] - p[1] || p[0] - q[0]).map(([face]) => face);
}

function deepestCut(corners: Float64Array, i: number, faces: Float64Array): Cut | null {
  const [x, y, z] = [corners[i], corners[i + 1], corners[i + 2]];
  let deepest = minCut;
  let face = -1;
  for (let at = 0; at < faces.length; at += 4) {
    const depth = faces[at] * x + faces[at + 1] * y + faces[at + 2] * z - faces[at + 3];
    if (!(depth > deepest)) continue;
    deepest = depth;
    face = at / 4;
  }
  return face < 0 ? null : { face, depth: deepest };
}
