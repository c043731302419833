import { none, triangleStates } from '../../../mesh/topology.ts';
import { triangleSets, type TriangleSets } from '../../../mesh/triangle-sets.ts';
import type { MeshPart } from '../../../mesh/triangle-mesh.ts';
import { isCollider, roleOf } from '../../study/bodies.ts';
import type { MeshStudy } from '../../study/mesh-study.ts';

/**
 * The triangles of one body that have to form convex hulls, each hull a set; by the option `hulls`.
 * @param by `file` for those that the file promises to be hulls, and an engine takes as they are: UCX_. `engine` for those of which it
 * makes the hull by itself, whatever they are: -convcol, -convcolonly, and what an extension calls a hull. What the option asks for is promised.
 */
export function hullSets({ mesh, topology: { states }, components, options: { hulls } }: MeshStudy, by: 'file' | 'engine'): TriangleSets {
  const nothing = (): TriangleSets => triangleSets(0, new Uint32Array(states.length).fill(none));
  if (by === 'engine' && hulls !== 'named') return nothing();
  switch (hulls) {
    case 'components':
      return components;
    case 'none':
      return nothing();
    case 'parts':
    case 'named': {
      const meant = mesh.parts.filter(
        (part) => hulls === 'parts' || (roleOf(part)?.shape === 'hull' && isPromised(part) === (by === 'file')),
      );
      const setOf = new Uint32Array(states.length).fill(none);
      // All parts of a collider are one hull.
      const hullOf = (part: MeshPart, i: number): number => (hulls === 'named' && isCollider(part) ? 0 : i);
      meant.forEach((part, i) => {
        for (let t = part.firstTriangle; t < part.firstTriangle + part.triangleCount; t++)
          if (states[t] === triangleStates.plain) setOf[t] = hullOf(part, i);
      });
      return triangleSets(meant.length, setOf);
    }
  }
}

function isPromised({ name, role }: MeshPart): boolean {
  return role?.from !== 'extension' && /(^|[^a-z0-9])UCX_/i.test(name);
}
