/** Workspace and result of `buildHull`, reused for many hulls. */
export interface Hull {
  /** (3·F) vertices of each face, counterclockwise from outside. */
  vertices: Int32Array;
  /** (3·F) the face across the edge from each vertex to the next. */
  neighbours: Int32Array;
  /** (4·F) unit normal and offset. */
  planes: Float64Array;
  /** (F) 1 while the face is part of the hull. */
  alive: Uint8Array;
  faceCount: number;
  /** Indices of removed faces, to be reused. */
  readonly free: number[];
  /** (3·n) scratch memory for the normalised points. */
  normalised: Float64Array;
  /** By point: the face whose horizon edge starts there, for the point being added. */
  fromFace: Int32Array;
  readonly visible: number[];
  /** Horizon edges of the point being added: from, to, the face beyond, the new face. */
  readonly horizon: number[];
}

export function createHull(): Hull {
  return {
    vertices: new Int32Array(192),
    neighbours: new Int32Array(192),
    planes: new Float64Array(256),
    alive: new Uint8Array(64),
    faceCount: 0,
    free: [],
    normalised: new Float64Array(192),
    fromFace: new Int32Array(64),
    visible: [],
    horizon: [],
  };
}

/** Points closer to a face than this, relative to their extent, count as on it. */
const relativeTolerance = 1e-10;

/**
 * Builds the convex hull of `count` points (3·count) near the origin, with an extent of about 1. Returns false where the points lie
 * in a plane, within a tolerance. The hull is for fitting, not for exact tests: points that are in doubt after rounding are left out.
 *
 * Incremental: the faces that are visible from a point are replaced by new faces from their outline to the point. (After Barber,
 * Dobkin & Huhdanpaa 1996, without their lists of outside points, which cost more for the few points of a node.)
 */
export function buildHull(hull: Hull, points: Float64Array, count: number): boolean {
  const start = simplex(points, count);
  if (start === null) return false;
  if (hull.fromFace.length < count) hull.fromFace = new Int32Array(2 * count);
  hull.fromFace.fill(-1, 0, count);
  hull.faceCount = 0;
  hull.free.length = 0;
  startWith(hull, points, start);
  for (let point = 0; point < count; point++) addPoint(hull, points, point);
  return true;
}

type Four = readonly [number, number, number, number];

/** Returns four points that span a volume, the first three counterclockwise seen from outside; `null` when all points lie in a plane. */
function simplex(points: Float64Array, count: number): Four | null {
  let a = 0;
  let b = 0;
  let longest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = 0;
    let high = 0;
    for (let i = 1; i < count; i++) {
      if (points[3 * i + axis] < points[3 * low + axis]) low = i;
      if (points[3 * i + axis] > points[3 * high + axis]) high = i;
    }
    const extent = points[3 * high + axis] - points[3 * low + axis];
    if (extent <= longest) continue;
    longest = extent;
    a = low;
    b = high;
  }
  const c = farthest(count, (i) => crossSq(points, a, b, i));
  if (!(crossSq(points, a, b, c) > relativeTolerance ** 2)) return null;
  const d = farthest(count, (i) => Math.abs(volume(points, a, b, c, i)));
  const size = volume(points, a, b, c, d);
  if (!(Math.abs(size) > relativeTolerance * Math.sqrt(crossSq(points, a, b, c)))) return null;
  return size < 0 ? [a, b, c, d] : [a, c, b, d];
}

function farthest(count: number, measure: (point: number) => number): number {
  let best = 0;
  let max = -1;
  for (let i = 0; i < count; i++) {
    const value = measure(i);
    if (value > max) {
      max = value;
      best = i;
    }
  }
  return best;
}

/** Returns the squared length of (b − a) × (c − a). Hot. */
export function crossSq(points: Float64Array, a: number, b: number, c: number): number {
  const ux = points[3 * b] - points[3 * a];
  const uy = points[3 * b + 1] - points[3 * a + 1];
  const uz = points[3 * b + 2] - points[3 * a + 2];
  const vx = points[3 * c] - points[3 * a];
  const vy = points[3 * c + 1] - points[3 * a + 1];
  const vz = points[3 * c + 2] - points[3 * a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return x * x + y * y + z * z;
}

/** Returns six times the signed volume of a b c d: positive where d lies in front of a b c. */
function volume(points: Float64Array, a: number, b: number, c: number, d: number): number {
  const ux = points[3 * b] - points[3 * a];
  const uy = points[3 * b + 1] - points[3 * a + 1];
  const uz = points[3 * b + 2] - points[3 * a + 2];
  const vx = points[3 * c] - points[3 * a];
  const vy = points[3 * c + 1] - points[3 * a + 1];
  const vz = points[3 * c + 2] - points[3 * a + 2];
  const wx = points[3 * d] - points[3 * a];
  const wy = points[3 * d + 1] - points[3 * a + 1];
  const wz = points[3 * d + 2] - points[3 * a + 2];
  return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
}

function startWith(hull: Hull, points: Float64Array, [a, b, c, d]: Four): void {
  const faces = [
    addFace(hull, points, a, b, c),
    addFace(hull, points, a, d, b),
    addFace(hull, points, b, d, c),
    addFace(hull, points, c, d, a),
  ] as const;
  const across = [
    [1, 2, 3],
    [3, 2, 0],
    [1, 3, 0],
    [2, 1, 0],
  ] as const;
  faces.forEach((face, i) => across[i]!.forEach((other, edge) => (hull.neighbours[3 * face + edge] = faces[other]!)));
}

function addFace(hull: Hull, points: Float64Array, a: number, b: number, c: number): number {
  const face = hull.free.pop() ?? hull.faceCount++;
  if (face === hull.alive.length) grow(hull);
  hull.vertices[3 * face] = a;
  hull.vertices[3 * face + 1] = b;
  hull.vertices[3 * face + 2] = c;
  hull.alive[face] = 1;
  const ax = points[3 * a];
  const ay = points[3 * a + 1];
  const az = points[3 * a + 2];
  const ux = points[3 * b] - ax;
  const uy = points[3 * b + 1] - ay;
  const uz = points[3 * b + 2] - az;
  const vx = points[3 * c] - ax;
  const vy = points[3 * c + 1] - ay;
  const vz = points[3 * c + 2] - az;
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  // No point is in front of a face without area.
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  const { planes } = hull;
  const isPlane = scale < Infinity;
  planes[4 * face] = isPlane ? x * scale : 0;
  planes[4 * face + 1] = isPlane ? y * scale : 0;
  planes[4 * face + 2] = isPlane ? z * scale : 0;
  planes[4 * face + 3] = isPlane ? (x * ax + y * ay + z * az) * scale : 0;
  return face;
}

function grow(hull: Hull): void {
  const faces = 2 * hull.alive.length;
  const { vertices, neighbours, planes, alive } = hull;
  hull.vertices = new Int32Array(3 * faces);
  hull.vertices.set(vertices);
  hull.neighbours = new Int32Array(3 * faces);
  hull.neighbours.set(neighbours);
  hull.planes = new Float64Array(4 * faces);
  hull.planes.set(planes);
  hull.alive = new Uint8Array(faces);
  hull.alive.set(alive);
}

/** Hot. */
function addPoint(hull: Hull, points: Float64Array, point: number): void {
  const { planes, alive, visible, horizon, fromFace } = hull;
  const x = points[3 * point];
  const y = points[3 * point + 1];
  const z = points[3 * point + 2];
  visible.length = 0;
  for (let face = 0; face < hull.faceCount; face++) {
    if (alive[face] === 0) continue;
    const at = 4 * face;
    if (planes[at] * x + planes[at + 1] * y + planes[at + 2] * z - planes[at + 3] > relativeTolerance) visible.push(face);
  }
  if (visible.length === 0) return;
  for (const face of visible) alive[face] = 0;
  const isOutline = findHorizon(hull);
  for (let i = 0; i < horizon.length; i += 4) fromFace[horizon[i]] = -1;
  if (!isOutline) {
    for (const face of visible) alive[face] = 1;
    return;
  }
  for (const face of visible) hull.free.push(face);
  for (let i = 0; i < horizon.length; i += 4) {
    const from = horizon[i];
    const to = horizon[i + 1];
    const beyond = horizon[i + 2];
    const face = addFace(hull, points, from, to, point);
    horizon[i + 3] = face;
    fromFace[from] = face;
    hull.neighbours[3 * face] = beyond;
    const { vertices, neighbours } = hull;
    for (let edge = 3 * beyond; edge < 3 * beyond + 3; edge++) if (vertices[edge] === to) neighbours[edge] = face;
  }
  for (let i = 0; i < horizon.length; i += 4) {
    const face = horizon[i + 3];
    const next = fromFace[horizon[i + 1]];
    hull.neighbours[3 * face + 1] = next;
    hull.neighbours[3 * next + 2] = face;
  }
  for (let i = 0; i < horizon.length; i += 4) fromFace[horizon[i]] = -1;
}

/** Collects the edges between visible faces, which are no longer alive, and other faces. Returns false unless they form simple closed loops. */
function findHorizon({ vertices, neighbours, alive, visible, horizon, fromFace }: Hull): boolean {
  horizon.length = 0;
  let isOutline = true;
  for (const face of visible) {
    for (let edge = 0; edge < 3; edge++) {
      const beyond = neighbours[3 * face + edge];
      if (alive[beyond] === 0) continue;
      const from = vertices[3 * face + edge];
      if (fromFace[from] !== -1) isOutline = false;
      fromFace[from] = face;
      horizon.push(from, vertices[3 * face + ((edge + 1) % 3)], beyond, -1);
    }
  }
  for (let i = 0; i < horizon.length; i += 4) if (fromFace[horizon[i + 1]] === -1) isOutline = false;
  return isOutline && horizon.length > 0;
}
