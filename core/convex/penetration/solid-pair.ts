import { inverseTransform, transformPoint, type Transform } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { components } from '../../mesh/components.ts';
import { isClosed } from '../../mesh/is-closed.ts';
import { meshTopology } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { LoadedPair } from '../../pair/loaded/loaded-pair.ts';
import { type OverlapResult, surfacesIntersect } from '../../pair/pairs/pairs.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import type { Progress } from '../../progress.ts';
import { insideTest } from '../../query/inside-closed-mesh.ts';

/** Two meshes, of which closed ones are solids. */
export interface SolidPair {
  readonly a: TreedMesh;
  readonly b: TreedMesh;
  readonly aFromB: Transform;
  readonly isClosedA: boolean;
  readonly isClosedB: boolean;
  /** Whether a point is inside, if the mesh is closed. Where every ray hits an edge it counts as inside: no push-out is found that is none. */
  readonly isInA: (point: Vec3) => boolean;
  readonly isInB: (point: Vec3) => boolean;
  /** A vertex of each component of A in its space, and of B in its own. */
  readonly verticesA: readonly Vec3[];
  readonly verticesB: readonly Vec3[];
  readonly loaded: LoadedPair | null;
  readonly progress: Progress;
  /** Queries of whether the meshes overlap. */
  tests: number;
  /** Reported to `progress` by each of them. */
  fraction: number;
}

export function solidPair(a: TreedMesh, b: TreedMesh, aFromB: Transform, loaded: LoadedPair | null, progress: Progress): SolidPair {
  const [isClosedA, isClosedB] = [isClosed(a.mesh), isClosed(b.mesh)];
  const [verticesA, verticesB] = [firstVertices(a.mesh), firstVertices(b.mesh)];
  const [isInA, isInB] = [solidTest(a), solidTest(b)];
  return { a, b, aFromB, isClosedA, isClosedB, isInA, isInB, verticesA, verticesB, loaded, progress, tests: 0, fraction: 0 };
}

function firstVertices(mesh: TriangleMesh): readonly Vec3[] {
  const { count, first, triangles } = components(meshTopology(mesh));
  return Array.from({ length: count }, (_, component) => triangleVertices(mesh, triangles[first[component]])[0]);
}

/** Returns the transform of B after a translation in the space of A. */
export function translated(aFromB: Transform, [x, y, z]: Vec3): Transform {
  return aFromB.map((value, i) => (i === 12 ? value + x : i === 13 ? value + y : i === 14 ? value + z : value));
}

/**
 * Whether the meshes overlap after a translation of B: their surfaces share a point, which is exact, or a component of one is inside the other, if
 * that is closed. A component without contact is inside with all of its points or with none.
 */
export function doOverlap(pair: SolidPair, by: Vec3): boolean {
  return overlapAfter(pair, by).overlap;
}

/** Returns `doOverlap`, with a pair of triangles that share a point; `null` if none do. */
export function overlapAfter(pair: SolidPair, by: Vec3): Pick<OverlapResult, 'overlap' | 'witness'> {
  pair.tests++;
  pair.progress(pair.fraction);
  const { a, b, isClosedA, isClosedB, isInA, isInB, verticesA, verticesB, loaded } = pair;
  const aFromB = translated(pair.aFromB, by);
  const surfaces = surfacesIntersect(a, b, aFromB, undefined, loaded);
  if (surfaces.overlap) return surfaces;
  if (isClosedA && verticesB.some((vertex) => isInA(transformPoint(aFromB, vertex)))) return { overlap: true, witness: null };
  if (!isClosedB) return { overlap: false, witness: null };
  const bFromA = inverseTransform(aFromB);
  return { overlap: verticesA.some((vertex) => isInB(transformPoint(bFromA, vertex))), witness: null };
}

function solidTest({ tree, mesh }: TreedMesh): (point: Vec3) => boolean {
  const isInside = insideTest(tree, mesh);
  return (point) => isInside(point) !== false;
}
