import Module, { type Manifold } from 'manifold-3d';
import { type RepairedMesh, repairMesh } from '#core/health/repair/repair-mesh';
import type { GivenRepairs } from '#core/health/repair/repair';
import type { HealthCode } from '#core/health/health-check';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { weldVertices } from '#core/mesh/weld-vertices';
import { healthOptions, type HealthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';

export function repaired(mesh: TriangleMesh, given: GivenRepairs, health: Partial<HealthOptions> = {}): Promise<RepairedMesh> {
  return repairMesh(mesh, given, { ...defaultValues(healthOptions), ...health });
}

/** The counts of a step by their noun. */
export function countsOf({ steps }: RepairedMesh, step = 0): Readonly<Record<string, number>> {
  return Object.fromEntries(steps[step]!.counts.map(({ what, count }) => [what, count]));
}

/** The numbers of findings before and after, by their code. */
export function changesOf({ steps }: RepairedMesh, step = 0): Readonly<Partial<Record<HealthCode, readonly [number, number]>>> {
  return Object.fromEntries(steps[step]!.findings.map(({ code, before, after }) => [code, [before, after]]));
}

/** Corner positions of each triangle as text, from its least corner on: equal for equal triangles with equal winding. */
export function trianglesAsText({ positions, indices }: TriangleMesh): readonly string[] {
  return Array.from({ length: indices.length / 3 }, (_, t) => {
    const corners = [0, 1, 2].map((k) => positions.slice(3 * indices[3 * t + k]!, 3 * indices[3 * t + k]! + 3).join(' '));
    const least = corners.indexOf(corners.toSorted()[0]!);
    return [...corners.slice(least), ...corners.slice(0, least)].join(' | ');
  });
}

/**
 * The volume according to Manifold, which takes only meshes whose every edge has as many triangles in one direction as in the other; `null`
 * if it refuses the mesh. Equal positions are one vertex unless `byIndex`.
 */
export async function manifoldVolume({ positions, indices, parts }: TriangleMesh, byIndex = false): Promise<number | null> {
  const manifold = await Module();
  // It adds the functions.
  manifold.setup();
  const welded = byIndex ? null : weldVertices({ positions, indices, parts });
  const mesh = new manifold.Mesh({
    numProp: 3,
    vertProperties: Float32Array.from(positions),
    triVerts: welded === null ? indices.slice() : indices.map((vertex) => welded[vertex]!),
  });
  let solid: Manifold;
  try {
    solid = new manifold.Manifold(mesh);
  } catch {
    return null;
  }
  const volume = solid.volume();
  solid.delete();
  return volume;
}
