import { relativeBound, underflow } from '../math/orientation.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { nextSide, previousSide, sidesOnEdge, isInconsistent, type MeshTopology } from '../mesh/topology.ts';
import type { VertexCorners } from '../mesh/vertex-corners.ts';

/**
 * (V) 1 where the triangles around a vertex surely have nothing in common but the corners and edges that they share: where
 * they form one fan, whole or open, that goes once around the vertex seen along some direction from which all of them face
 * the same way. 0 where that cannot be told so simply.
 *
 * On a surface that does not fold nearly all vertices are such, and a look at each of their triangles spares one at each of
 * their pairs. Bounds on rounding errors keep the answer exact. Hot: bench `self-intersections`.
 */
export function simpleStars(mesh: TriangleMesh, topology: MeshTopology, { first, corners }: VertexCorners): Uint8Array {
  const simple = new Uint8Array(first.length - 1);
  const normal = new Float64Array(3);
  for (let vertex = 0; vertex < simple.length; vertex++) {
    if (first[vertex] === first[vertex + 1]) continue;
    const start = startOfFan(topology, corners, first[vertex], first[vertex + 1]);
    if (start === noFan) continue;
    sumOfNormals(mesh, corners, first[vertex], first[vertex + 1], normal);
    if (goesAroundOnce(mesh, topology, corners, first[vertex], first[vertex + 1], start, normal)) simple[vertex] = 1;
  }
  return simple;
}

const noFan = -1;

/** A corner at which the only fan begins, any one of a whole fan; `noFan` where the edges do not make one, or may make several. */
function startOfFan(topology: MeshTopology, corners: Uint32Array, from: number, end: number): number {
  let start = noFan;
  for (let i = from; i < end; i++) {
    const out = topology.sideEdges[corners[i]], back = topology.sideEdges[previousSide(corners[i])];
    const sidesOut = sidesOnEdge(topology, out);
    if (sidesOut > 2 || sidesOnEdge(topology, back) > 2) return noFan;
    if (sidesOut === 2 && isInconsistent(topology, out)) return noFan;
    if (sidesOut === 1) {
      if (start !== noFan) return noFan;
      start = corners[i];
    }
  }
  return start === noFan ? corners[from] : start;
}

function sumOfNormals({ positions, indices }: TriangleMesh, corners: Uint32Array, from: number, end: number, out: Float64Array): void {
  out.fill(0);
  for (let i = from; i < end; i++) {
    const at = 3 * indices[corners[i]], a = 3 * indices[nextSide(corners[i])], b = 3 * indices[previousSide(corners[i])];
    const x = positions[at], y = positions[at + 1], z = positions[at + 2];
    const ux = positions[a] - x, uy = positions[a + 1] - y, uz = positions[a + 2] - z;
    const vx = positions[b] - x, vy = positions[b + 1] - y, vz = positions[b + 2] - z;
    out[0] += uy * vz - uz * vy;
    out[1] += uz * vx - ux * vz;
    out[2] += ux * vy - uy * vx;
  }
}

/**
 * Whether all triangles of a fan turn the same way around the normal, and the direction in which it starts lies in no other
 * of them than its first.
 */
function goesAroundOnce(mesh: TriangleMesh, topology: MeshTopology, corners: Uint32Array, from: number, end: number, start: number, normal: Float64Array): boolean {
  const { positions, indices } = mesh;
  const origin = 3 * indices[start], ahead = 3 * indices[nextSide(start)];
  const x = positions[origin], y = positions[origin + 1], z = positions[origin + 2];
  const dx = positions[ahead] - x, dy = positions[ahead + 1] - y, dz = positions[ahead + 2] - z;
  const first = topology.corners[nextSide(start)];
  for (let i = from; i < end; i++) {
    const a = 3 * indices[nextSide(corners[i])], b = 3 * indices[previousSide(corners[i])];
    const ux = positions[a] - x, uy = positions[a + 1] - y, uz = positions[a + 2] - z;
    const vx = positions[b] - x, vy = positions[b + 1] - y, vz = positions[b + 2] - z;
    if (turn(ux, uy, uz, vx, vy, vz, normal) !== 1) return false;
    // The last of a whole fan ends where the first begins.
    if (corners[i] === start || topology.corners[previousSide(corners[i])] === first) continue;
    const fromStart = turn(ux, uy, uz, dx, dy, dz, normal);
    if (fromStart === 0 || (fromStart > 0 && turn(dx, dy, dz, vx, vy, vz, normal) >= 0)) return false;
  }
  return true;
}

/** 1 where u turns to v counter-clockwise about the normal, -1 clockwise, 0 where rounding errors may decide. Hot. */
function turn(ux: number, uy: number, uz: number, vx: number, vy: number, vz: number, normal: Float64Array): number {
  const nx = normal[0], ny = normal[1], nz = normal[2];
  const uyvz = uy * vz, uzvy = uz * vy;
  const uzvx = uz * vx, uxvz = ux * vz;
  const uxvy = ux * vy, uyvx = uy * vx;
  const determinant = nx * (uyvz - uzvy) + ny * (uzvx - uxvz) + nz * (uxvy - uyvx);
  const sizeX = Math.abs(nx), sizeY = Math.abs(ny), sizeZ = Math.abs(nz);
  const bound =
    (sizeX * (Math.abs(uyvz) + Math.abs(uzvy)) + sizeY * (Math.abs(uzvx) + Math.abs(uxvz)) + sizeZ * (Math.abs(uxvy) + Math.abs(uyvx))) *
      relativeBound +
    (sizeX + sizeY + sizeZ + 1) * underflow;
  return determinant > bound ? 1 : determinant < -bound ? -1 : 0;
}
