import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh';
import { has, type IndexSet, setOfMarks } from '../state/selection/index-set.ts';
import type { Pixel } from '../tools/tool.ts';
import type { LocalSpace } from './local-space.ts';
import { regionCellAt, cells, hasOtherCells, isInside, type Region, regionOf } from './region-cells.ts';

export interface RegionQuery {
  readonly mesh: TriangleMesh;
  /** Triangles that are left out; `null` for none. */
  readonly hidden: IndexSet | null;
  readonly space: LocalSpace;
  /** (16) from the local space of the document to clip space, column by column. */
  readonly clipFromLocal: ArrayLike<number>;
  /** Size of the view, CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** Corners of a polygon, CSS pixels; it may cross itself, and is filled by the even-odd rule. */
  readonly outline: readonly Pixel[];
}

/** x, y, z, w */
const clipWords = 4;
/** A triangle that the near plane cuts has four corners. */
const maxCorners = 4;

/**
 * Returns the finite triangles in front of the near plane whose picture touches a region, by f64 tests without a picture: also those that
 * other surfaces hide.
 */
export function trianglesTouching({ mesh, hidden, space, clipFromLocal, size, outline }: RegionQuery): IndexSet {
  const clip = clipPositions(mesh, space, clipFromLocal);
  const region = regionOf(outline);
  const marks = new Uint8Array(triangleCount(mesh));
  const picture = new Float64Array(2 * maxCorners);
  for (let triangle = 0; triangle < marks.length; triangle++) {
    if ((hidden !== null && has(hidden, triangle)) || !isFiniteTriangle(mesh, triangle)) continue;
    const corners = project(clip, mesh.indices, triangle, size, picture);
    if (corners > 0 && touches(picture, corners, region)) marks[triangle] = 1;
  }
  return setOfMarks(marks);
}

/** Returns (4·V) the vertices in clip space. */
function clipPositions({ positions }: TriangleMesh, { origin, unit }: LocalSpace, m: ArrayLike<number>): Float64Array {
  const count = positions.length / 3;
  const clip = new Float64Array(clipWords * count);
  for (let vertex = 0; vertex < count; vertex++) {
    const x = (positions[3 * vertex]! - origin[0]) / unit;
    const y = (positions[3 * vertex + 1]! - origin[1]) / unit;
    const z = (positions[3 * vertex + 2]! - origin[2]) / unit;
    for (let row = 0; row < clipWords; row++)
      clip[clipWords * vertex + row] = m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!;
  }
  return clip;
}

/** Writes the corners of a triangle's picture in front of the near plane, CSS pixels. Returns their number: 0, 3 or 4. Hot. */
function project(clip: Float64Array, indices: Uint32Array, triangle: number, size: RegionQuery['size'], into: Float64Array): number {
  let count = 0;
  for (let side = 0; side < 3; side++) {
    const from = clipWords * indices[3 * triangle + side]!;
    const to = clipWords * indices[3 * triangle + ((side + 1) % 3)]!;
    // Distances to the near plane: z > −w in front of it.
    const ahead = clip[from + 2]! + clip[from + 3]!;
    const aheadNext = clip[to + 2]! + clip[to + 3]!;
    if (ahead > 0) writePixel(clip, from, from, 0, size, into, count++);
    if (ahead > 0 !== aheadNext > 0) writePixel(clip, from, to, ahead / (ahead - aheadNext), size, into, count++);
  }
  return count;
}

/** Writes the pixel of a point between two vertices in clip space. Hot. */
function writePixel(
  clip: Float64Array,
  from: number,
  to: number,
  share: number,
  { width, height }: RegionQuery['size'],
  into: Float64Array,
  at: number,
): void {
  const w = clip[from + 3]! + share * (clip[to + 3]! - clip[from + 3]!);
  into[2 * at] = (0.5 + (0.5 * (clip[from]! + share * (clip[to]! - clip[from]!))) / w) * width;
  into[2 * at + 1] = (0.5 - (0.5 * (clip[from + 1]! + share * (clip[to + 1]! - clip[from + 1]!))) / w) * height;
}

/** Returns whether a convex picture and a region have a point in common. Hot: most pictures are smaller than a cell. */
function touches(picture: Float64Array, corners: number, region: Region): boolean {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < corners; i++) {
    left = Math.min(left, picture[2 * i]!);
    right = Math.max(right, picture[2 * i]!);
    top = Math.min(top, picture[2 * i + 1]!);
    bottom = Math.max(bottom, picture[2 * i + 1]!);
  }
  if (!(left <= region.right && right >= region.left && top <= region.bottom && bottom >= region.top)) return false;
  for (let i = 0; i < corners; i++) if (regionCellAt(region, picture[2 * i]!, picture[2 * i + 1]!) === cells.inside) return true;
  return hasOtherCells(region, left, right, top, bottom) && touchesExactly(picture, corners, region.corners);
}

function touchesExactly(picture: Float64Array, corners: number, outline: Float64Array): boolean {
  const all = outline.length / 2;
  for (let i = 0; i < corners; i++) if (isInside(outline, all, picture[2 * i]!, picture[2 * i + 1]!)) return true;
  for (let i = 0; i < all; i++) if (isInside(picture, corners, outline[2 * i]!, outline[2 * i + 1]!)) return true;
  for (let i = 0; i < corners; i++)
    for (let j = 0; j < all; j++) if (doCross(picture, i, (i + 1) % corners, outline, j, (j + 1) % all)) return true;
  return false;
}

/** Returns whether two segments, each between two corners of its polygon, cross or touch. */
function doCross(p: Float64Array, a: number, b: number, q: Float64Array, c: number, d: number): boolean {
  return (
    side(p, a, b, q, c) * side(p, a, b, q, d) <= 0 && side(q, c, d, p, a) * side(q, c, d, p, b) <= 0 && haveCommonBox(p, a, b, q, c, d)
  );
}

/** Positive where a corner of another polygon is on one side of the line through two corners, negative on the other. */
function side(of: Float64Array, from: number, to: number, points: Float64Array, at: number): number {
  return (
    (of[2 * to]! - of[2 * from]!) * (points[2 * at + 1]! - of[2 * from + 1]!) -
    (of[2 * to + 1]! - of[2 * from + 1]!) * (points[2 * at]! - of[2 * from]!)
  );
}

/** Collinear segments do not touch if their boxes do not. */
function haveCommonBox(p: Float64Array, a: number, b: number, q: Float64Array, c: number, d: number): boolean {
  for (let axis = 0; axis < 2; axis++) {
    if (Math.max(p[2 * a + axis]!, p[2 * b + axis]!) < Math.min(q[2 * c + axis]!, q[2 * d + axis]!)) return false;
    if (Math.max(q[2 * c + axis]!, q[2 * d + axis]!) < Math.min(p[2 * a + axis]!, p[2 * b + axis]!)) return false;
  }
  return true;
}
