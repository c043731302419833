import type { MeshStudy } from '../study/mesh-study.ts';
import type { FoundElements } from '../health-check.ts';

/** Returns the triangles of the elements of a finding, each once, ascending. Edges are numbers in the topology. */
export function concernedTriangles(
  { mesh, topology }: MeshStudy,
  { kind, numbers, moreTriangles = new Uint32Array() }: FoundElements,
): Uint32Array {
  const triangles = mesh.indices.length / 3;
  const isMeant = new Uint8Array(triangles);
  switch (kind) {
    case 'triangle':
    case 'pair':
      for (let i = 0; i < numbers.length; i++) isMeant[numbers[i]] = 1;
      break;
    case 'edge':
      for (let i = 0; i < numbers.length; i++) {
        const end = topology.edgeFirst[numbers[i] + 1];
        for (let at = topology.edgeFirst[numbers[i]]; at < end; at++) isMeant[(topology.edgeSides[at] / 3) | 0] = 1;
      }
      break;
    case 'vertex': {
      const isMeantVertex = new Uint8Array(mesh.positions.length / 3);
      for (let i = 0; i < numbers.length; i++) isMeantVertex[numbers[i]] = 1;
      for (let corner = 0; corner < mesh.indices.length; corner++) {
        // The lowest vertex at a position represents the others there.
        if (isMeantVertex[mesh.indices[corner]] === 1 || isMeantVertex[topology.corners[corner]] === 1) isMeant[(corner / 3) | 0] = 1;
      }
      break;
    }
  }
  for (let i = 0; i < moreTriangles.length; i++) isMeant[moreTriangles[i]] = 1;
  const concerned = new Uint32Array(triangles);
  let count = 0;
  for (let triangle = 0; triangle < triangles; triangle++) if (isMeant[triangle] === 1) concerned[count++] = triangle;
  return concerned.slice(0, count);
}
