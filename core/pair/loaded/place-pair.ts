import {
  type KernelExports,
  directionNumbers,
  matrixNumbers,
  originEndsNumber,
  placementNumbers,
  unsigned,
  viewF64,
} from '../../kernel/index.ts';
import type { Transform } from '../../math/transform.ts';
import type { LoadedPair } from './loaded-pair.ts';

/** Bound on the f32 error of an interval, as a part of the sizes it is computed from: more than 16 roundings. */
const relativePadding = 2 ** -20;
/** As in `createBoxSeparation`: bound on the rounding error of a placed vertex. */
const relativeError = 2 ** -47;
/** With a larger padding, in units of A's frame, boxes would cull too little. */
const maxPadding = 2 ** -6;

/** `apart`: B lies beyond the box of A; `unsound`: f32 is too coarse for this placement. */
export type Placed = 'placed' | 'apart' | 'unsound';

/**
 * Writes the placement of B in the frame of A to the kernel: the matrix and the separating directions, each with a bound on its
 * rounding error. The directions are the axes of A and the face normals of B, unless equal. Any direction separates soundly, so they
 * need not be exact. Rejected: the nine other axes of Gottschalk, Lin & Manocha (1996). They rule out a tenth of the pairs of boxes
 * and take a tenth more time.
 */
export function placePair(loaded: LoadedPair, aFromB: Transform): Placed {
  const to = placementMemory(loaded);
  const { treeA, treeB, kernel } = loaded;
  loaded.aFromB = aFromB;
  const m = aFromB;
  const scaleA = treeA.wide.scale;
  const ratio = scaleA / treeB.wide.scale;
  writeMatrix(to, m);
  // Columns and origin of B's frame in A's, and where rounding puts a placed vertex there.
  const c0 = m[0]! * ratio;
  const c1 = m[1]! * ratio;
  const c2 = m[2]! * ratio;
  const c3 = m[4]! * ratio;
  const c4 = m[5]! * ratio;
  const c5 = m[6]! * ratio;
  const c6 = m[8]! * ratio;
  const c7 = m[9]! * ratio;
  const c8 = m[10]! * ratio;
  const columns: Columns = [c0, c1, c2, c3, c4, c5, c6, c7, c8];
  const [bx, by, bz] = treeB.origin;
  const offset = (k: 0 | 1 | 2): number => (m[k]! * bx + m[k + 4]! * by + m[k + 8]! * bz + m[k + 12]! - treeA.origin[k]) * scaleA;
  const size = (k: 0 | 1 | 2): number =>
    (Math.abs(m[k]! * bx) + Math.abs(m[k + 4]! * by) + Math.abs(m[k + 8]! * bz) + Math.abs(m[k + 12]!) + Math.abs(treeA.origin[k])) *
    scaleA;
  const longX = Math.abs(c0) + Math.abs(c3) + Math.abs(c6);
  const longY = Math.abs(c1) + Math.abs(c4) + Math.abs(c7);
  const longZ = Math.abs(c2) + Math.abs(c5) + Math.abs(c8);
  const writer = {
    to,
    count: 0,
    columns,
    ox: offset(0),
    oy: offset(1),
    oz: offset(2),
    ex: (size(0) + longX + 1) * relativeError,
    ey: (size(1) + longY + 1) * relativeError,
    ez: (size(2) + longZ + 1) * relativeError,
  };
  addDirection(writer, 1, 0, 0);
  addDirection(writer, 0, 1, 0);
  addDirection(writer, 0, 0, 1);
  const padding = Math.max(paddingOf(to, 0), paddingOf(to, 1), paddingOf(to, 2));
  if (!(padding < maxPadding)) {
    const isApart =
      Math.abs(writer.ox) > 2 + longX + padding || Math.abs(writer.oy) > 2 + longY + padding || Math.abs(writer.oz) > 2 + longZ + padding;
    return isApart && padding < Infinity ? 'apart' : 'unsound';
  }
  const longest = Math.max(longX, longY, longZ);
  // Columns that underflow in f32 give no directions.
  if (!(longest > 2 ** -30)) return 'unsound';
  addSeparating(writer, c4 * c8 - c5 * c7, c5 * c6 - c3 * c8, c3 * c7 - c4 * c6);
  addSeparating(writer, c7 * c2 - c8 * c1, c8 * c0 - c6 * c2, c6 * c1 - c7 * c0);
  addSeparating(writer, c1 * c5 - c2 * c4, c2 * c3 - c0 * c5, c0 * c4 - c1 * c3);
  const growth = Math.sqrt(Math.max(c0 * c0 + c1 * c1 + c2 * c2, c3 * c3 + c4 * c4 + c5 * c5, c6 * c6 + c7 * c7 + c8 * c8));
  kernel.setPlacement(writer.count, Math.max(writer.ex, writer.ey, writer.ez), longest, growth, padding);
  return 'placed';
}

type Columns = readonly number[];

interface Writer {
  readonly to: Float64Array;
  count: number;
  readonly columns: Columns;
  readonly ox: number;
  readonly oy: number;
  readonly oz: number;
  readonly ex: number;
  readonly ey: number;
  readonly ez: number;
}

function writeMatrix(to: Float64Array, m: Transform): void {
  to[0] = m[0]!;
  to[1] = m[1]!;
  to[2] = m[4]!;
  to[3] = m[5]!;
  to[4] = m[8]!;
  to[5] = m[9]!;
  to[6] = m[12]!;
  to[7] = m[13]!;
  to[8] = m[2]!;
  to[9] = m[6]!;
  to[10] = m[10]!;
  to[11] = m[14]!;
}

/** Adds a direction unless it is an axis of A or 0. */
function addSeparating(writer: Writer, x: number, y: number, z: number): void {
  const sizeX = Math.abs(x);
  const sizeY = Math.abs(y);
  const sizeZ = Math.abs(z);
  const largest = Math.max(sizeX, sizeY, sizeZ);
  if (!(largest > 0 && largest < Infinity)) return;
  const min = 1e-9 * largest;
  if ((sizeX > min ? 1 : 0) + (sizeY > min ? 1 : 0) + (sizeZ > min ? 1 : 0) < 2) return;
  // Of length 1, since distances are measured along them too.
  const length = largest * Math.sqrt((x / largest) ** 2 + (y / largest) ** 2 + (z / largest) ** 2);
  addDirection(writer, Math.fround(x / length), Math.fround(y / length), Math.fround(z / length));
}

/** Adds a direction; x, y and z are f32 numbers. */
function addDirection(writer: Writer, x: number, y: number, z: number): void {
  const { to, columns: c, ox, oy, oz, ex, ey, ez } = writer;
  const at = matrixNumbers + directionNumbers * writer.count++;
  const u = x * c[0]! + y * c[1]! + z * c[2]!;
  const v = x * c[3]! + y * c[4]! + z * c[5]!;
  const w = x * c[6]! + y * c[7]! + z * c[8]!;
  const offset = x * ox + y * oy + z * oz;
  const sizes = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(u) + Math.abs(v) + Math.abs(w) + Math.abs(offset);
  const padding = sizes * relativePadding + Math.abs(x) * ex + Math.abs(y) * ey + Math.abs(z) * ez;
  to[at] = x;
  to[at + 1] = y;
  to[at + 2] = z;
  to[at + 3] = u;
  to[at + 4] = v;
  to[at + 5] = w;
  to[at + 6] = offset - padding;
  to[at + 7] = offset + padding;
}

function paddingOf(to: Float64Array, direction: number): number {
  const at = matrixNumbers + directionNumbers * direction;
  return (to[at + originEndsNumber + 1]! - to[at + originEndsNumber]!) / 2;
}

/** Returns the placement in kernel memory, with the counters after it. A view has length 0 after the memory has grown. Hot. */
export function placementMemory(loaded: LoadedPair): Float64Array {
  if (loaded.placement.length === 0) loaded.placement = placementView(loaded.kernel);
  return loaded.placement;
}

/** Returns a new view of the placement in kernel memory. */
export function placementView(kernel: KernelExports): Float64Array {
  return viewF64(kernel, unsigned(kernel.placement), placementNumbers);
}
