import { cross, dot, type Vec3 } from '../math/vec3.ts';
import { edgeCount, isInconsistent, meshTopology, nextSide, previousSide, sidesOnEdge, type MeshTopology } from '../mesh/topology.ts';

/** Two triangles whose normals differ by an angle with a smaller sine count as flat. */
const flatSine = 1e-3;
/** The same in Jolt by default: `MeshShapeSettings::mActiveEdgeCosThresholdAngle`, the cosine of 5 degrees. */
export const joltFlatSine = Math.sqrt(1 - 0.996195 ** 2);

/**
 * Returns which edges of each triangle (T) take part in contacts, as bits 0 to 2 for 01, 12 and 20. An edge is left out if
 * two triangles share it in opposite directions and form a plane or a hollow: a body that slides over it must not be stopped.
 */
export function activeEdges(positions: Float32Array, index: Uint16Array | Uint32Array, sine = flatSine): Uint8Array {
  const mesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(index), parts: [] };
  const topology = meshTopology(mesh);
  const active = new Uint8Array(index.length / 3).fill(7);
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    if (sidesOnEdge(topology, edge) !== 2 || isInconsistent(topology, edge) || isRidge(mesh.positions, topology, edge, sine)) continue;
    const first = topology.edgeFirst[edge];
    for (const side of topology.edgeSides.subarray(first, first + 2)) active[Math.floor(side / 3)] &= ~(1 << (side % 3));
  }
  return active;
}

/** Whether the second triangle of an edge falls off behind the plane of the first one. */
function isRidge(positions: Float64Array, { corners, edgeFirst, edgeSides }: MeshTopology, edge: number, sine: number): boolean {
  const [side, other] = [edgeSides[edgeFirst[edge]], edgeSides[edgeFirst[edge] + 1]];
  const a = 3 * corners[side];
  const from = (vertex: number): Vec3 => [
    positions[3 * vertex] - positions[a],
    positions[3 * vertex + 1] - positions[a + 1],
    positions[3 * vertex + 2] - positions[a + 2],
  ];
  const along = from(corners[nextSide(side)]);
  const mine = cross(along, from(corners[previousSide(side)]));
  const far = from(corners[previousSide(other)]);
  const height = dot(mine, far) / Math.hypot(...mine);
  const reach = Math.hypot(...cross(along, far)) / Math.hypot(...along);
  // Folded back, the sine is small again.
  const isFolded = height < 0 && dot(cross(mine, along), far) > 0;
  // A triangle without area gives NaN, and its edges stay active.
  return isFolded || !(height >= -sine * reach);
}
