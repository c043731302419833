import { none } from '../../mesh/topology.ts';
import type { FoundElements } from '../health-check.ts';
import type { MeshStudy } from '../study/mesh-study.ts';

/**
 * Returns a triangle for each element, to show its part: the lowest at an edge or a vertex, the first of a pair. `none` for an unused
 * vertex.
 */
export function elementTriangles({ mesh, topology }: MeshStudy, { kind, numbers }: FoundElements): Uint32Array {
  switch (kind) {
    case 'triangle':
      return numbers.slice();
    case 'pair':
      return numbers.filter((_, i) => i % 2 === 0);
    case 'edge':
      return numbers.map((edge) => (topology.edgeSides[topology.edgeFirst[edge]] / 3) | 0);
    case 'vertex': {
      const triangleOf = new Uint32Array(mesh.positions.length / 3).fill(none);
      // The lowest vertex at a position represents the others there. Backward, so that the lowest triangle remains.
      for (let corner = mesh.indices.length - 1; corner >= 0; corner--) {
        triangleOf[topology.corners[corner]] = (corner / 3) | 0;
        triangleOf[mesh.indices[corner]] = (corner / 3) | 0;
      }
      return numbers.map((vertex) => triangleOf[vertex]);
    }
  }
}
