import { boundsCenter, meshBounds } from '../mesh/bounds.ts';
import { massOfSolids, type MassProperties } from '../mesh/mass-properties.ts';
import { edgeCount, isForward, type MeshTopology } from '../mesh/topology.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Whether triangles bound a volume: `open` where an edge has one triangle, or another odd number, `unlike` where not as many run one way along it as the other. */
export type MassSurface = 'closed' | 'open' | 'unlike';

/** Mass properties, and what they are worth: only of a `closed` surface do they mean anything. */
export interface MassReport extends MassProperties {
  readonly surface: MassSurface;
}

/** What is wrong with the surface of mass properties, one sentence; `null` where nothing is. */
export function massWarning({ surface }: MassReport): string | null {
  switch (surface) {
    case 'closed':
      return null;
    case 'open':
      return 'The surface is open: volume, mass, centre and inertia mean nothing';
    case 'unlike':
      return 'The triangles are not wound alike: volume, mass, centre and inertia mean nothing';
  }
}

/**
 * Of one or several solids, each filled evenly; where they overlap both count, as in an engine. `null` without a volume.
 * @param bodies each with whether it bounds a volume.
 */
export function massReport(bodies: readonly { readonly mesh: TriangleMesh; readonly surface: MassSurface }[], density: number): MassReport | null {
  const bounds = bodies.map(({ mesh }) => meshBounds(mesh)).find((box) => box !== null);
  const mass = massOfSolids(bodies.map(({ mesh }) => mesh), density, bounds == null ? [0, 0, 0] : boundsCenter(bounds));
  if (mass === null) return null;
  const surface = (['open', 'unlike'] as const).find((worst) => bodies.some((body) => body.surface === worst)) ?? 'closed';
  return { ...mass, surface };
}

/** Volume is what an integral over the surface tells where the sides along every edge cancel each other out. */
export function massSurface(topology: MeshTopology): MassSurface {
  const { edgeFirst, edgeSides } = topology;
  let surface: MassSurface = 'closed';
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    const at = edgeFirst[edge], end = edgeFirst[edge + 1];
    if ((end - at) % 2 === 1) return 'open';
    let sum = 0;
    for (let i = at; i < end; i++) sum += isForward(topology, edgeSides[i]) ? 1 : -1;
    if (sum !== 0) surface = 'unlike';
  }
  return surface;
}
