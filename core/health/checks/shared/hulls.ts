import { none, triangleStates } from '../../../mesh/topology.ts';
import { triangleSets, type TriangleSets } from '../../../mesh/triangle-sets.ts';
import type { MeshPart } from '../../../mesh/triangle-mesh.ts';
import { isCollider, roleOf } from '../../study/bodies.ts';
import type { MeshStudy } from '../../study/mesh-study.ts';

/**
 * Returns the triangles of a body that must form convex hulls, one set for each hull, by the option `hulls`.
 * @param by `file` for hulls that the file declares and an engine uses unchanged (UCX_), and for other values of the option. `engine` for
 * colliders whose hull the engine computes: -convcol, -convcolonly, and hulls of an extension. Without hulls `setOf` is empty.
 */
export function hullSets({ mesh, topology: { states }, components, options: { hulls } }: MeshStudy, by: 'file' | 'engine'): TriangleSets {
  if (by === 'engine' && hulls !== 'named') return noSets();
  switch (hulls) {
    case 'components':
      return components;
    case 'none':
      return noSets();
    case 'parts':
    case 'named': {
      const chosen = mesh.parts.filter(
        (part) => hulls === 'parts' || (roleOf(part)?.shape === 'hull' && isDeclaredHull(part) === (by === 'file')),
      );
      if (chosen.length === 0) return noSets();
      const setOf = new Uint32Array(states.length).fill(none);
      // All parts of a collider are one hull.
      const hullOf = (part: MeshPart, i: number): number => (hulls === 'named' && isCollider(part) ? 0 : i);
      chosen.forEach((part, i) => {
        for (let t = part.firstTriangle; t < part.firstTriangle + part.triangleCount; t++)
          if (states[t] === triangleStates.plain) setOf[t] = hullOf(part, i);
      });
      return triangleSets(chosen.length, setOf);
    }
  }
}

function noSets(): TriangleSets {
  return triangleSets(0, new Uint32Array());
}

function isDeclaredHull({ name, role }: MeshPart): boolean {
  return role?.from !== 'extension' && /(^|[^a-z0-9])UCX_/i.test(name);
}
