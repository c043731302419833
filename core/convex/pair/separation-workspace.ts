import type { HullFeatures } from './hull-features.ts';

/** Memory of `convexPushOut`, which grows: what is known of the hull B in its place, and the best axis so far. */
export interface SeparationWorkspace {
  /** (3·V) vertices of B minus the centre of A; `count` numbers are used. */
  points: Float64Array;
  count: number;
  /** (3·F) normals of B, and (F) their offsets. */
  normals: Float64Array;
  offsets: Float64Array;
  /** (F) for the normal of each face: the gap, and where the lowest vertex of the other hull starts. */
  gapsA: Float64Array;
  gapsB: Float64Array;
  lowestA: Uint32Array;
  lowestB: Uint32Array;
  /** Edges that are tested, and (3·E) unit vectors along those of B. */
  edgesA: Uint32Array;
  edgesB: Uint32Array;
  directions: Float64Array;
  /** The best axis, from A to B, and its gap. */
  x: number;
  y: number;
  z: number;
  gap: number;
}

/** Returns memory for `convexPushOut`, for any pairs of hulls. */
export function createSeparationWorkspace(): SeparationWorkspace {
  const floats = new Float64Array(0);
  const words = new Uint32Array(0);
  return {
    points: floats,
    count: 0,
    normals: floats,
    offsets: floats,
    gapsA: floats,
    gapsB: floats,
    lowestA: words,
    lowestB: words,
    edgesA: words,
    edgesB: words,
    directions: floats,
    x: 0,
    y: 0,
    z: 0,
    gap: 0,
  };
}

/** Makes the memory large enough for two hulls. @param numbers of the vertices of B. */
export function fitWorkspace(w: SeparationWorkspace, a: HullFeatures, b: HullFeatures, numbers: number): void {
  if (w.points.length < numbers) w.points = new Float64Array(numbers);
  if (w.gapsA.length < a.widths.length) {
    w.gapsA = new Float64Array(a.widths.length);
    w.lowestA = new Uint32Array(a.widths.length);
  }
  if (w.gapsB.length < b.widths.length) {
    w.gapsB = new Float64Array(b.widths.length);
    w.offsets = new Float64Array(b.widths.length);
    w.normals = new Float64Array(b.normals.length);
    w.lowestB = new Uint32Array(b.widths.length);
  }
  if (w.edgesA.length < a.edgeClasses.length) w.edgesA = new Uint32Array(a.edgeClasses.length);
  if (w.edgesB.length < b.edgeClasses.length) {
    w.edgesB = new Uint32Array(b.edgeClasses.length);
    w.directions = new Float64Array(3 * b.edgeClasses.length);
  }
}
