import { coincidentTriangles, type CoincidentTriangles } from '../mesh/coincident-triangles.ts';
import { meshTopology, type MeshTopology } from '../mesh/topology.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { vertexCorners, type VertexCorners } from '../mesh/vertex-corners.ts';
import type { HealthOptions } from '../options/health-options.ts';
import type { Progress } from '../progress.ts';
import { selfIntersections, type SelfIntersections } from './self-intersections.ts';

/** A mesh with what several checks want to know of it. What costs much is found at its first use, once. */
export interface MeshStudy {
  readonly mesh: TriangleMesh;
  readonly options: HealthOptions;
  readonly topology: MeshTopology;
  readonly coincident: CoincidentTriangles;
  readonly vertexCorners: () => VertexCorners;
  /** Its progress is that of the check that asks first. */
  readonly selfIntersections: (progress: Progress) => SelfIntersections;
}

export function studyMesh(mesh: TriangleMesh, options: HealthOptions): MeshStudy {
  const topology = meshTopology(mesh);
  const coincident = coincidentTriangles(topology);
  const corners = once(() => vertexCorners(topology));
  return {
    mesh,
    options,
    topology,
    coincident,
    vertexCorners: corners,
    selfIntersections: once((progress: Progress) => {
      const limits = { mostPairs: options.mostPairs, mostTests: options.effort * 1e6 };
      return selfIntersections({ mesh, topology, coincident, corners: corners() }, limits, progress);
    }),
  };
}

function once<Args extends readonly unknown[], Value>(find: (...args: Args) => Value): (...args: Args) => Value {
  let known: { readonly value: Value } | null = null;
  return (...args) => (known ??= { value: find(...args) }).value;
}
