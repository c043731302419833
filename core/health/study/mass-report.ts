import type { Vec3 } from '../../math/vec3.ts';
import { integralsOf, massOfSolids, type MassProperties } from '../../mesh/mass-properties.ts';
import { edgeCount, isForward, type MeshTopology } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** Whether triangles bound a volume: `open` if an edge has an odd number of triangles, `unlike` if the windings along an edge do not cancel out. */
export type MassSurface = 'closed' | 'open' | 'unlike';

/** Mass properties with the state of the surface. They are only valid for a `closed` surface. */
export interface MassReport extends MassProperties {
  readonly surface: MassSurface;
}

/** Returns a sentence if mass properties are invalid; `null` for a closed surface. */
export function massWarning({ surface }: MassReport): string | null {
  switch (surface) {
    case 'closed':
      return null;
    case 'open':
      return 'The surface is open: volume, mass, centre of mass and inertia are invalid';
    case 'unlike':
      return 'The winding is inconsistent: volume, mass, centre of mass and inertia are invalid';
  }
}

/** A solid with its integrals. */
export interface MassBody {
  readonly mesh: TriangleMesh;
  readonly surface: MassSurface;
  /** Centre of its bounds; `null` without finite triangles. */
  readonly middle: Vec3 | null;
  /** (10) about `middle`; zeros without bounds. */
  readonly integrals: readonly number[];
  /** The integrals of an exact shape about any point; left out for a triangle mesh. */
  readonly integralsAbout?: (about: Vec3) => readonly number[];
}

/** Returns the mass properties of solids with uniform density. Overlaps count twice, as in an engine. `null` without a volume. */
export function massReport(bodies: readonly MassBody[], density: number): MassReport | null {
  const about = bodies.find(({ middle }) => middle !== null)?.middle ?? [0, 0, 0];
  const mass = massOfSolids(
    bodies.map((body) => integralsAbout(body, about)),
    density,
    about,
  );
  if (mass === null) return null;
  const surface = (['open', 'unlike'] as const).find((worst) => bodies.some((body) => body.surface === worst)) ?? 'closed';
  return { ...mass, surface };
}

function integralsAbout({ mesh, middle, integrals, integralsAbout }: MassBody, about: Vec3): readonly number[] {
  if (integralsAbout !== undefined) return integralsAbout(about);
  return middle === null || middle === about ? integrals : integralsOf(mesh, about);
}

/** Returns whether the surface bounds a volume: the sides along every edge must cancel out. */
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
