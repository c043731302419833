import { underflow } from '../../math/orientation.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { sidesOnEdge, isInconsistent, type MeshTopology } from '../../mesh/topology.ts';
import type { VertexCorners } from '../../mesh/vertex-corners.ts';

/**
 * Returns (V) 1 for vertices with a simple star: its triangles are proven to share nothing but common corners and edges. They form one
 * closed or open fan that goes once around the vertex, and all of them face the same way along some direction. 0 if this is not proven.
 *
 * On a surface without folds nearly all vertices are simple, so pairs of triangles around them need no test. Bounds on rounding errors
 * keep the result exact. `assembly/self/stars.ts` computes the same.
 */
export function simpleStars(mesh: TriangleMesh, topology: MeshTopology, vertexCorners: VertexCorners): Uint8Array {
  const simple = new Uint8Array(vertexCorners.first.length - 1);
  const hasSimpleStar = createStarTest(mesh, topology, vertexCorners);
  for (let vertex = 0; vertex < simple.length; vertex++) if (hasSimpleStar(vertex)) simple[vertex] = 1;
  return simple;
}

/** Returns the same test for one vertex. */
export function createStarTest(mesh: TriangleMesh, topology: MeshTopology, { first, corners }: VertexCorners): (vertex: number) => boolean {
  const star: Star = { ends: new Float64Array(6 * 16), projections: new Float64Array(4 * 16), normal: new Float64Array(3) };
  return (vertex) => {
    const from = first[vertex];
    const end = first[vertex + 1];
    if (from === end) return false;
    const start = startOfFan(topology, corners, from, end);
    return start !== noFan && goesAroundOnce(mesh, topology, corners, from, end, start, star);
  };
}

/** Scratch for one vertex of n triangles. */
interface Star {
  /** (6·n or more) for each triangle the ends of its two edges at the vertex, relative to the vertex. */
  ends: Float64Array;
  /** (4·n or more) the projections of the ends. */
  projections: Float64Array;
  /** (3) sum of the normals. */
  readonly normal: Float64Array;
}

const noFan = -1;

/** Returns the position of the corner where the single fan starts, any corner for a closed fan; `noFan` if there is no fan or may be several. */
function startOfFan(topology: MeshTopology, corners: Uint32Array, from: number, end: number): number {
  const { sideEdges } = topology;
  let start = noFan;
  for (let i = from; i < end; i++) {
    const corner = corners[i];
    const out = sideEdges[corner];
    const back = sideEdges[corner % 3 === 0 ? corner + 2 : corner - 1];
    const sidesOut = sidesOnEdge(topology, out);
    if (sidesOut > 2 || sidesOnEdge(topology, back) > 2) return noFan;
    if (sidesOut === 2 && isInconsistent(topology, out)) return noFan;
    if (sidesOut === 1) {
      if (start !== noFan) return noFan;
      start = i;
    }
  }
  return start === noFan ? from : start;
}

/**
 * Whether all triangles of a fan have the same orientation around the sum of their normals, and only the first contains the start
 * direction. Both tests use projections along that sum onto the two axes where it is smallest.
 */
function goesAroundOnce(
  mesh: TriangleMesh,
  { corners: vertices }: MeshTopology,
  corners: Uint32Array,
  from: number,
  end: number,
  start: number,
  star: Star,
): boolean {
  const size = readStar(mesh, corners, from, end, star);
  const turns = projectEnds(star, end - from);
  const { projections } = star;
  const bound = shadowBound * size * size + underflow;
  const startAt = 4 * (start - from);
  const dx = projections[startAt];
  const dy = projections[startAt + 1];
  const first = vertices[nextCorner(corners[start])];
  for (let i = from; i < end; i++) {
    const at = 4 * (i - from);
    const ux = projections[at];
    const uy = projections[at + 1];
    const vx = projections[at + 2];
    const vy = projections[at + 3];
    if (!(turns * (ux * vy - uy * vx) > bound)) return false;
    // The last triangle of a closed fan ends where the first starts.
    if (i === start || vertices[nextCorner(nextCorner(corners[i]))] === first) continue;
    // The start is surely on the outer side of one of the two edges.
    if (!(turns * (ux * dy - uy * dx) < -bound) && !(turns * (dx * vy - dy * vx) < -bound)) return false;
  }
  return true;
}

/**
 * Error bound of a product of two projections, as a multiple of the squared largest coordinate relative to the vertex. With u = 2⁻⁵³ a
 * projection is at most twice as long and has an error of 8u of it, so the difference of two products has an error of 80u.
 */
const shadowBound = 2 ** -45;

function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/** Writes ends and normal. Returns the largest coordinate of an end. */
function readStar({ positions, indices }: TriangleMesh, corners: Uint32Array, from: number, end: number, star: Star): number {
  if (star.ends.length < 6 * (end - from)) {
    star.ends = new Float64Array(12 * (end - from));
    star.projections = new Float64Array(8 * (end - from));
  }
  const { ends, normal } = star;
  const origin = 3 * indices[corners[from]];
  const x = positions[origin];
  const y = positions[origin + 1];
  const z = positions[origin + 2];
  let size = 0;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let i = from, to = 0; i < end; i++, to += 6) {
    const corner = corners[i];
    const next = nextCorner(corner);
    const a = 3 * indices[next];
    const b = 3 * indices[nextCorner(next)];
    const ux = positions[a] - x;
    const uy = positions[a + 1] - y;
    const uz = positions[a + 2] - z;
    const vx = positions[b] - x;
    const vy = positions[b + 1] - y;
    const vz = positions[b + 2] - z;
    ends[to] = ux;
    ends[to + 1] = uy;
    ends[to + 2] = uz;
    ends[to + 3] = vx;
    ends[to + 4] = vy;
    ends[to + 5] = vz;
    nx += uy * vz - uz * vy;
    ny += uz * vx - ux * vz;
    nz += ux * vy - uy * vx;
    size = Math.max(size, Math.abs(ux), Math.abs(uy), Math.abs(uz), Math.abs(vx), Math.abs(vy), Math.abs(vz));
  }
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  return size;
}

/** Writes the projections of the ends. Returns 1 if they keep the orientation around the normal, -1 if they reverse it. */
function projectEnds({ ends, projections, normal }: Star, count: number): number {
  const sizeX = Math.abs(normal[0]);
  const sizeY = Math.abs(normal[1]);
  const sizeZ = Math.abs(normal[2]);
  const w = sizeZ >= sizeX && sizeZ >= sizeY ? 2 : sizeX >= sizeY ? 0 : 1;
  const u = w === 2 ? 0 : w + 1;
  const v = u === 2 ? 0 : u + 1;
  // Without a normal this is NaN, which passes no test: not a simple star.
  const slopeU = normal[u] / normal[w];
  const slopeV = normal[v] / normal[w];
  for (let i = 0; i < 2 * count; i++) {
    const along = ends[3 * i + w];
    projections[2 * i] = ends[3 * i + u] - slopeU * along;
    projections[2 * i + 1] = ends[3 * i + v] - slopeV * along;
  }
  return normal[w] > 0 ? 1 : -1;
}
