import type { Vec3 } from '../../math/vec3.ts';
import { integralsOf, massOfSolids, type MassProperties } from '../../mesh/mass-properties.ts';
import { edgeCount, isForward, type MeshTopology } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

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

/** A solid. */
export interface MassBody {
  readonly mesh: TriangleMesh;
  readonly surface: MassSurface;
  /** Of its bounds; `null` where there are none. */
  readonly middle: Vec3 | null;
  /** (10) seen from there; none but 0 where there are no bounds. */
  readonly integrals: readonly number[];
  /** The same of what the triangles only follow, seen from any point; left out where triangles are all there is. */
  readonly integralsAbout?: (about: Vec3) => readonly number[];
}

/** Of one or several solids, each filled evenly; where they overlap both count, as in an engine. `null` without a volume. */
export function massReport(bodies: readonly MassBody[], density: number): MassReport | null {
  const about = bodies.find(({ middle }) => middle !== null)?.middle ?? [0, 0, 0];
  const mass = massOfSolids(
    bodies.map((body) => seenFrom(body, about)),
    density,
    about,
  );
  if (mass === null) return null;
  const surface = (['open', 'unlike'] as const).find((worst) => bodies.some((body) => body.surface === worst)) ?? 'closed';
  return { ...mass, surface };
}

function seenFrom({ mesh, middle, integrals, integralsAbout }: MassBody, about: Vec3): readonly number[] {
  if (integralsAbout !== undefined) return integralsAbout(about);
  return middle === null || middle === about ? integrals : integralsOf(mesh, about);
}

/** Volume is what an integral over the surface tells where the sides along every edge cancel each other out. */
export function massSurface(topology: MeshTopology): MassSurface {
  const { edgeFirst, edgeSides } = topology;
  let surface: MassSurface = 'closed';
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    const at = edgeFirst[edge];
    const end = edgeFirst[edge + 1];
    if ((end - at) % 2 === 1) return 'open';
    let sum = 0;
    for (let i = at; i < end; i++) sum += isForward(topology, edgeSides[i]) ? 1 : -1;
    if (sum !== 0) surface = 'unlike';
  }
  return surface;
}
