import { roleByName } from '../mesh/part-role.ts';
import { none, triangleStates } from '../mesh/topology.ts';
import { triangleSets, type TriangleSets } from '../mesh/triangle-sets.ts';
import type { MeshStudy } from './mesh-study.ts';

/** The triangles that have to form convex hulls, each hull a set; by the option `hulls`. */
export function hullSets({ mesh, topology: { states }, components, options: { hulls } }: MeshStudy): TriangleSets {
  switch (hulls) {
    case 'components':
      return components;
    case 'none':
      return triangleSets(0, new Uint32Array(states.length).fill(none));
    case 'parts':
    case 'named': {
      const meant = mesh.parts.filter(({ name, role }) => hulls === 'parts' || (role ?? roleByName(name))?.shape === 'hull');
      const setOf = new Uint32Array(states.length).fill(none);
      meant.forEach(({ firstTriangle, triangleCount }, hull) => {
        for (let t = firstTriangle; t < firstTriangle + triangleCount; t++) if (states[t] === triangleStates.plain) setOf[t] = hull;
      });
      return triangleSets(meant.length, setOf);
    }
  }
}
