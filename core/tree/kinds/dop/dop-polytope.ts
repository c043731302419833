import type { Vec3 } from '../../../math/vec3.ts';
import type { Measure } from '../kind-spec.ts';

/** Scratch memory of a polygon, for the corners before and after a cut. */
export interface FaceWorkspace {
  corners: Float64Array;
  next: Float64Array;
  count: number;
}

const maxCorners = 64;

export function createFaceWorkspace(): FaceWorkspace {
  return { corners: new Float64Array(3 * maxCorners), next: new Float64Array(3 * maxCorners), count: 0 };
}

/** Returns the surface area and the volume of the k-DOP in `words` at `at`, in mesh units squared and cubed; infinite where a slab is. */
export function measureDop(directions: Int8Array, words: Float32Array, at: number, workspace: FaceWorkspace): Measure {
  const slabs = directions.length / 3;
  if (!isFiniteDop(words, at, slabs)) return { area: Infinity, volume: Infinity };
  const middle = middleOf(words, at, slabs);
  let area = 0;
  let volume = 0;
  for (let plane = 0; plane < 2 * slabs; plane++) {
    cutFace(directions, words, at, plane, workspace);
    const own = polygonArea(workspace);
    area += own;
    volume += (own * heightOver(directions, words, at, plane, middle)) / 3;
  }
  return { area, volume };
}

/**
 * Returns the corners of the faces of the k-DOP in `words` at `at`, counter-clockwise seen from outside, relative to the tree's
 * origin. Planes that do not touch the k-DOP have no face. No faces where a slab is infinite.
 */
export function dopFaces(directions: Int8Array, words: Float32Array, at: number): readonly (readonly Vec3[])[] {
  const slabs = directions.length / 3;
  if (!isFiniteDop(words, at, slabs)) return [];
  const workspace = createFaceWorkspace();
  const faces: (readonly Vec3[])[] = [];
  for (let plane = 0; plane < 2 * slabs; plane++) {
    cutFace(directions, words, at, plane, workspace);
    const { corners, count } = workspace;
    if (count < 3) continue;
    const face = Array.from({ length: count }, (_, i) => [corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]] as const);
    // Corners go around the slab's direction, which points outward on the upper plane only.
    faces.push(plane % 2 === 0 ? face.reverse() : face);
  }
  return faces;
}

function isFiniteDop(words: Float32Array, at: number, slabs: number): boolean {
  for (let i = at; i < at + 2 * slabs; i++) if (words[i] - words[i] !== 0) return false;
  return true;
}

function middleOf(words: Float32Array, at: number, slabs: number): Vec3 {
  return [(words[at] + words[at + slabs]) / 2, (words[at + 1] + words[at + slabs + 1]) / 2, (words[at + 2] + words[at + slabs + 2]) / 2];
}

/** Returns the distance of a plane from a point, along its outward normal. Plane 2·i bounds slab i from below, 2·i + 1 from above. */
function heightOver(directions: Int8Array, words: Float32Array, at: number, plane: number, [px, py, pz]: Vec3): number {
  const slab = plane >> 1;
  const sign = plane % 2 === 0 ? -1 : 1;
  const x = directions[3 * slab];
  const y = directions[3 * slab + 1];
  const z = directions[3 * slab + 2];
  const limit = words[at + slab + (sign > 0 ? directions.length / 3 : 0)];
  return (sign * (limit - (x * px + y * py + z * pz))) / Math.sqrt(x * x + y * y + z * z);
}

/**
 * Writes the face on one plane to the workspace: a square larger than the box of the first three slabs, clipped by all other
 * planes (Sutherland & Hodgman 1974). Points on a clipping plane within rounding stay, so that flat k-DOPs keep two faces. Hot.
 */
function cutFace(directions: Int8Array, words: Float32Array, at: number, plane: number, workspace: FaceWorkspace): void {
  const slabs = directions.length / 3;
  const size = startFace(directions, words, at, plane, workspace);
  for (let other = 0; other < 2 * slabs; other++) {
    if (other === plane || workspace.count === 0) continue;
    const slab = other >> 1;
    const sign = other % 2 === 0 ? -1 : 1;
    const limit = sign * words[at + slab + (sign > 0 ? slabs : 0)];
    cutPolygon(
      workspace,
      sign * directions[3 * slab],
      sign * directions[3 * slab + 1],
      sign * directions[3 * slab + 2],
      limit,
      1e-12 * size,
    );
  }
}

/** Writes the square of a plane. Returns the magnitude of its coordinates, for the tolerance of the cuts. */
function startFace(directions: Int8Array, words: Float32Array, at: number, plane: number, workspace: FaceWorkspace): number {
  const slabs = directions.length / 3;
  const slab = plane >> 1;
  const nx = directions[3 * slab];
  const ny = directions[3 * slab + 1];
  const nz = directions[3 * slab + 2];
  const [mx, my, mz] = middleOf(words, at, slabs);
  const limit = words[at + slab + (plane % 2 === 0 ? 0 : slabs)];
  const t = (limit - (nx * mx + ny * my + nz * mz)) / (nx * nx + ny * ny + nz * nz);
  const reach = 2 * (words[at + slabs] - words[at] + words[at + slabs + 1] - words[at + 1] + words[at + slabs + 2] - words[at + 2]);
  // Two directions perpendicular to the normal and to each other; with components of 0 and ±1 neither is zero.
  const [ux, uy, uz] = nx === 0 ? [1, 0, 0] : ny === 0 ? [0, 1, 0] : [ny, -nx, 0];
  const vx = ny * uz - nz * uy;
  const vy = nz * ux - nx * uz;
  const vz = nx * uy - ny * ux;
  const { corners } = workspace;
  for (let i = 0; i < 4; i++) {
    const u = (i === 0 || i === 3 ? -1 : 1) * reach;
    const v = (i < 2 ? -1 : 1) * reach;
    corners[3 * i] = mx + t * nx + u * ux + v * vx;
    corners[3 * i + 1] = my + t * ny + u * uy + v * vy;
    corners[3 * i + 2] = mz + t * nz + u * uz + v * vz;
  }
  workspace.count = 4;
  return reach + Math.abs(mx) + Math.abs(my) + Math.abs(mz);
}

/** Clips the polygon to x·px + y·py + z·pz ≤ limit, within a tolerance. Hot. */
function cutPolygon(workspace: FaceWorkspace, x: number, y: number, z: number, limit: number, tolerance: number): void {
  const { corners, next, count } = workspace;
  let kept = 0;
  let from = 3 * (count - 1);
  let heightFrom = x * corners[from] + y * corners[from + 1] + z * corners[from + 2] - limit;
  for (let i = 0; i < count; i++) {
    const to = 3 * i;
    const heightTo = x * corners[to] + y * corners[to + 1] + z * corners[to + 2] - limit;
    if (heightFrom > tolerance !== heightTo > tolerance && kept < maxCorners) {
      const t = heightFrom / (heightFrom - heightTo);
      for (let k = 0; k < 3; k++) next[3 * kept + k] = corners[from + k] + t * (corners[to + k] - corners[from + k]);
      kept++;
    }
    if (!(heightTo > tolerance) && kept < maxCorners) {
      for (let k = 0; k < 3; k++) next[3 * kept + k] = corners[to + k];
      kept++;
    }
    from = to;
    heightFrom = heightTo;
  }
  workspace.corners = next;
  workspace.next = corners;
  workspace.count = kept;
}

function polygonArea({ corners, count }: FaceWorkspace): number {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 3; i + 3 < 3 * count; i += 3) {
    const ux = corners[i] - corners[0];
    const uy = corners[i + 1] - corners[1];
    const uz = corners[i + 2] - corners[2];
    const vx = corners[i + 3] - corners[0];
    const vy = corners[i + 4] - corners[1];
    const vz = corners[i + 5] - corners[2];
    x += uy * vz - uz * vy;
    y += uz * vx - ux * vz;
    z += ux * vy - uy * vx;
  }
  return Math.sqrt(x * x + y * y + z * z) / 2;
}
