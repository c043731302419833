import { none } from '../../mesh/topology.ts';
import type { FoundElements } from '../health-check.ts';
import type { MeshStudy } from '../study/mesh-study.ts';

/**
 * A triangle that each element is of, so that it can be shown with its part: the lowest on an edge or around a vertex, the
 * first of a pair. `none` for a vertex that no triangle uses.
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
      // A vertex stands for those at its position too, where it is the lowest of them. Backward, so that the lowest triangle stays.
      for (let corner = mesh.indices.length - 1; corner >= 0; corner--) {
        triangleOf[topology.corners[corner]] = (corner / 3) | 0;
        triangleOf[mesh.indices[corner]] = (corner / 3) | 0;
      }
      return numbers.map((vertex) => triangleOf[vertex]);
    }
  }
}
