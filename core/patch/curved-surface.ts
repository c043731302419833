import type { BezierPatch } from './bezier-patch.ts';

/** The Bézier patches of a file, and how its triangles follow them. */
export interface CurvedSurface {
  readonly patches: readonly BezierPatch[];
  /** (2·P) segments of the triangles along u and v of each patch. */
  readonly segments: readonly number[];
  /** Bound of the distance between the surface and the triangles, in both directions. */
  readonly error: number;
}

/**
 * Returns a curved surface as numbers, to send it with a mesh. The first is the error. Each patch follows with its degrees along u and v, its
 * segments along u and v, and its control points.
 */
export function packSurface({ patches, segments, error }: CurvedSurface): Float64Array {
  const packed = new Float64Array(patches.reduce((length, { points }) => length + 4 + points.length, 1));
  packed[0] = error;
  let at = 1;
  for (const [i, { degreeU, degreeV, points }] of patches.entries()) {
    packed.set([degreeU, degreeV, segments[2 * i]!, segments[2 * i + 1]!], at);
    packed.set(points, at + 4);
    at += 4 + points.length;
  }
  return packed;
}

/** Returns the surface in numbers of `packSurface`. Control points are views. */
export function openSurface(packed: Float64Array): CurvedSurface {
  const patches: BezierPatch[] = [];
  const segments: number[] = [];
  for (let at = 1; at < packed.length; ) {
    const [degreeU, degreeV, alongU, alongV] = [packed[at], packed[at + 1], packed[at + 2], packed[at + 3]];
    const end = at + 4 + 3 * (degreeU + 1) * (degreeV + 1);
    patches.push({ degreeU, degreeV, points: packed.subarray(at + 4, end) });
    segments.push(alongU, alongV);
    at = end;
  }
  return { patches, segments, error: packed[0] };
}
