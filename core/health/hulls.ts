import { none, triangleStates } from '../mesh/topology.ts';
import { triangleSets, type TriangleSets } from '../mesh/triangle-sets.ts';
import type { MeshPart } from '../mesh/triangle-mesh.ts';
import { isCollider, roleOf } from './bodies.ts';
import type { MeshStudy } from './mesh-study.ts';

/** The triangles of one body that have to form convex hulls, each hull a set; by the option `hulls`. */
export function hullSets({ mesh, topology: { states }, components, options: { hulls } }: MeshStudy): TriangleSets {
  switch (hulls) {
    case 'components':
      return components;
    case 'none':
      return triangleSets(0, new Uint32Array(states.length).fill(none));
    case 'parts':
    case 'named': {
      const meant = mesh.parts.filter((part) => hulls === 'parts' || roleOf(part)?.shape === 'hull');
      const setOf = new Uint32Array(states.length).fill(none);
      // All parts of a collider are one hull.
      const hullOf = (part: MeshPart, i: number): number => (hulls === 'named' && isCollider(part) ? 0 : i);
      meant.forEach((part, i) => {
        for (let t = part.firstTriangle; t < part.firstTriangle + part.triangleCount; t++) if (states[t] === triangleStates.plain) setOf[t] = hullOf(part, i);
      });
      return triangleSets(meant.length, setOf);
    }
  }
}
