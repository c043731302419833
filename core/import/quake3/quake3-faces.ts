import type { BezierPatch } from '../../patch/bezier-patch.ts';
import type { Lump, Quake3Lumps } from './quake3-lumps.ts';

/** Kinds of faces. Billboards have no surface. */
const faceKinds = { polygon: 1, patch: 2, mesh: 3, billboard: 4 } as const;

/** A face of the file: its triangles, or its grid of patches. */
export interface Quake3Face {
  readonly index: number;
  readonly texture: number;
  /** (3·T) vertices of the file; empty for a curved face. */
  readonly corners: readonly number[];
  readonly patches: readonly BezierPatch[];
}

/** Returns a face; `null` if it uses elements that the file does not have, has control points that are not finite, or is of an unknown kind. */
export function quake3Face(view: DataView, lumps: Quake3Lumps, index: number): Quake3Face | 'billboard' | null {
  const at = lumps.faces.offset + index * lumps.faces.stride;
  const int = (byte: number): number => view.getInt32(at + byte, true);
  const [texture, kind, first, count, firstCorner, cornerCount] = [int(0), int(8), int(12), int(16), int(20), int(24)];
  if (kind === faceKinds.billboard) return 'billboard';
  if (first < 0 || count < 0 || first + count > lumps.vertices.count) return null;
  const face = { index, texture, corners: [], patches: [] };
  switch (kind) {
    case faceKinds.patch: {
      const patches = gridPatches(view, lumps.vertices, first, count, int(96), int(100));
      return patches === null ? null : { ...face, patches };
    }
    case faceKinds.polygon:
    case faceKinds.mesh: {
      const corners = faceCorners(view, lumps.meshVertices, first, count, firstCorner, cornerCount);
      return corners === null ? null : { ...face, corners };
    }
    default:
      return null;
  }
}

function faceCorners(view: DataView, { offset, count: all }: Lump, first: number, count: number, from: number, length: number) {
  if (from < 0 || length < 0 || from + length > all || length % 3 !== 0) return null;
  const corners: number[] = [];
  // Front faces are clockwise in the file.
  for (let i = 0; i < length; i += 3) {
    for (const k of [0, 2, 1]) {
      const corner = view.getInt32(offset + 4 * (from + i + k), true);
      if (corner < 0 || corner >= count) return null;
      corners.push(first + corner);
    }
  }
  return corners;
}

/** Returns the biquadratic patches of a grid: every third row and column starts one, and neighbours share theirs. */
function gridPatches(view: DataView, vertices: Lump, first: number, count: number, width: number, height: number) {
  const isOdd = (size: number): boolean => size >= 3 && size % 2 === 1;
  if (!isOdd(width) || !isOdd(height) || width * height !== count) return null;
  const patches: BezierPatch[] = [];
  for (let row = 0; row + 2 < height; row += 2) {
    for (let column = 0; column + 2 < width; column += 2) {
      const points = new Float64Array(27);
      for (let i = 0; i < 9; i++) {
        // Along a row first: then the front is counter-clockwise, as the game draws grids clockwise from it.
        const vertex = first + (row + (i % 3)) * width + column + Math.floor(i / 3);
        for (let axis = 0; axis < 3; axis++)
          points[3 * i + axis] = view.getFloat32(vertices.offset + vertices.stride * vertex + 4 * axis, true);
      }
      if (!points.every(Number.isFinite)) return null;
      patches.push({ degreeU: 2, degreeV: 2, points });
    }
  }
  return patches;
}
