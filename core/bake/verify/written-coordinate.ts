import { boundsCenter, meshBounds } from '../../mesh/bounds.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { gridCoordinate, gridPoint, joltVertexGrid } from '../../mesh/jolt-vertex-grid.ts';
import { joltTriangles } from '../jolt/jolt-triangles.ts';
import type { BakeFormatName } from '../bake-format.ts';
import { bakeFormats } from '../bake-formats.ts';

type Positions = Float64Array;

/** Whether a vertex that was read back equals the source as its format writes it. Offsets are those of the first coordinate. */
export type IsWritten = (read: Positions, at: number, source: Positions, from: number) => boolean;

/** Returns the bitwise test for vertices that were read back from a format. */
export function writtenCoordinate(format: BakeFormatName, source: TriangleMesh): IsWritten {
  switch (bakeFormats[format].coordinates) {
    case 'bits':
      return sameBits;
    case 'numbers':
      return sameNumber;
    case 'finite numbers':
      return each((read, value) => Object.is(read, Number.isFinite(value) ? value : NaN));
    case 'f32':
      return sameF32;
    case 'f32, replaced':
      return (read, at, from, start) => (holdsF32(from, start) ? sameF32(read, at, from, start) : holdsF32(read, at));
    case 'jolt grid': {
      const kept = joltTriangles(source);
      const grid = joltVertexGrid(
        source.positions,
        source.indices.filter((_, i) => kept[Math.floor(i / 3)] === 1),
      );
      return each((read, value, axis) => Object.is(read, gridCoordinate(grid, gridPoint(grid, Math.fround(value), axis), axis)));
    }
    case 'recentred': {
      const origin = originOf(source);
      // A reader that multiplies by the identity turns -0 into 0.
      return each((read, value, axis) => read === Math.fround(value - origin[axis]) + origin[axis]);
    }
  }
}

function each(isSame: (read: number, value: number, axis: number) => boolean): IsWritten {
  return (read, at, source, from) =>
    isSame(read[at], source[from], 0) && isSame(read[at + 1], source[from + 1], 1) && isSame(read[at + 2], source[from + 2], 2);
}

const sameF32 = each((read, value) => Object.is(read, Math.fround(value)));

/** Whether a vertex is finite in f32. */
export function holdsF32(source: Positions, from: number): boolean {
  return (
    Number.isFinite(Math.fround(source[from])) &&
    Number.isFinite(Math.fround(source[from + 1])) &&
    Number.isFinite(Math.fround(source[from + 2]))
  );
}

const sameNumber = each((read, value) => Object.is(read, value));

/** Compares the bits of NaNs too. */
function sameBits(read: Positions, at: number, source: Positions, from: number): boolean {
  if (!sameNumber(read, at, source, from)) return false;
  if (!Number.isNaN(read[at]) && !Number.isNaN(read[at + 1]) && !Number.isNaN(read[at + 2])) return true;
  const a = new Uint32Array(read.buffer, read.byteOffset + 8 * at, 6);
  const b = new Uint32Array(source.buffer, source.byteOffset + 8 * from, 6);
  return a.every((word, i) => word === b[i]);
}

/** Returns zeros if f32 stores every coordinate of the finite triangles exactly, else the centre of their bounds. */
function originOf(mesh: TriangleMesh): readonly number[] {
  const { positions, indices } = mesh;
  for (let t = 0; t < triangleCount(mesh); t++) {
    if (!isFiniteTriangle(mesh, t)) continue;
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      const at = 3 * indices[i];
      for (let k = 0; k < 3; k++) if (Math.fround(positions[at + k]) !== positions[at + k]) return boundsCenter(meshBounds(mesh)!);
    }
  }
  return [0, 0, 0];
}
