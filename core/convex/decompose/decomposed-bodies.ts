import { InspectorError } from '../../error.ts';
import { boundsCenter, boundsRadius, meshBounds } from '../../mesh/bounds.ts';
import { isClosed } from '../../mesh/is-closed.ts';
import { simplifyTriangles } from '../../mesh/simplify-triangles.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { weldVertices } from '../../mesh/weld-vertices.ts';
import type { DecomposeOptions } from '../../options/decompose-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { treedForQueries } from '../collider/body-contains.ts';
import { bodyName, type ColliderBody } from '../collider/collider.ts';
import { solidCells } from '../collider/solid-cells.ts';
import { surfaceNet } from '../collider/surface-net.ts';
import { convexHull } from '../hull/convex-hull.ts';
import { simplifyHull } from '../hull/simplify-hull.ts';
import { createMarks, groupPoints, triangleGroups } from '../triangle-groups.ts';
import type { Dividers } from './dividers.ts';

/**
 * Returns the bodies that a method makes of a mesh (catalogue S2): convex hulls, or one surface. Hulls without a volume are left out.
 * @throws InspectorError `no-triangles`; `invalid-argument` as `simplifyHull`, for a mesh without a solid part, and for the remesh of an open
 * mesh; as the divider and `simplifyTriangles`; whatever `progress` throws.
 */
export async function decomposedBodies(
  mesh: TriangleMesh,
  options: DecomposeOptions,
  dividers: Dividers,
  progress: Progress = noProgress,
): Promise<readonly ColliderBody[]> {
  const { name, part } = triangleGroups(mesh, 'whole')[0]!;
  const of = part === null ? null : name;
  const { method, maxVertices, maxTriangles } = options;
  if (method === 'remesh' || method === 'simplify') {
    const surface = method === 'remesh' ? remeshed(mesh, options.resolution, progress) : mesh;
    return [{ kind: 'mesh', name: bodyName(name, 'triangles', 1), of, mesh: await simplified(surface, maxTriangles) }];
  }
  const sets = method === 'hull' ? componentPoints(mesh) : await dividedPoints(mesh, options, dividers, progress);
  const bodies = sets
    .map((points) => convexHull(points))
    .filter(({ dimension }) => dimension === 3)
    .map((hull) => (maxVertices === 0 ? hull : simplifyHull(hull, { maxVertices }, () => progress(0.9)).hull))
    .map((hull, i): ColliderBody => ({ kind: 'hull', name: bodyName(name, 'hull', i + 1), of, hull }));
  if (bodies.length > 0) return bodies;
  throw refusal('invalid-argument', 'The mesh has no part with a volume', 'Use boxwood convex hull, or give a mesh that is not flat');
}

function componentPoints(mesh: TriangleMesh): readonly Float64Array[] {
  const marks = createMarks(mesh);
  return triangleGroups(mesh, 'component').map((group) => groupPoints(mesh, group, marks));
}

async function dividedPoints(
  mesh: TriangleMesh,
  options: DecomposeOptions,
  dividers: Dividers,
  progress: Progress,
): Promise<readonly Float64Array[]> {
  const divide = dividers[options.method as keyof Dividers];
  if (divide === undefined) throw refusal('unsupported-feature', `${titles[options.method]} is not available here`, 'Use the method hull');
  const { positions, indices, toMesh } = weldedNearOrigin(mesh);
  return (await divide(positions, indices, options, progress)).map(toMesh);
}

const titles: Readonly<Record<DecomposeOptions['method'], string>> = {
  vhacd: 'V-HACD',
  coacd: 'CoACD',
  hull: 'The convex hull',
  remesh: 'Voxel remesh',
  simplify: 'Simplification',
};

function remeshed(mesh: TriangleMesh, resolution: number, progress: Progress): TriangleMesh {
  if (!isClosed(mesh))
    throw refusal('invalid-argument', 'An open mesh has no inside to remesh', 'Fill its holes first, or use the method vhacd');
  return surfaceNet(solidCells(treedForQueries(mesh, progress), resolution, progress));
}

/** Returns the mesh with at most that many triangles as far as edges can be collapsed. Vertices that stay keep their position. */
async function simplified(mesh: TriangleMesh, maxTriangles: number): Promise<TriangleMesh> {
  const { positions, indices, vertices } = weldedNearOrigin(mesh);
  const left = indices.length / 3 <= maxTriangles ? indices : await simplifyTriangles(indices, positions, { maxTriangles, maxError: 1e9 });
  const numbers = new Map<number, number>();
  const corners = Uint32Array.from(left, (vertex) => {
    const known = numbers.get(vertex);
    if (known !== undefined) return known;
    numbers.set(vertex, numbers.size);
    return numbers.size - 1;
  });
  if (corners.length === 0)
    throw refusal('invalid-argument', `Nothing is left of the mesh with ${maxTriangles} triangles`, 'Allow more triangles');
  const kept = [...numbers.keys()].map((vertex) => vertices[vertex]);
  return {
    positions: Float64Array.from({ length: 3 * kept.length }, (_, i) => mesh.positions[3 * kept[Math.floor(i / 3)]! + (i % 3)]),
    indices: corners,
    parts: [{ name: 'mesh', firstTriangle: 0, triangleCount: corners.length / 3, worldFromPart: null }],
  };
}

interface NearOrigin {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer>;
  /** (V) vertex of the mesh of each. */
  readonly vertices: Uint32Array;
  readonly toMesh: (points: Float64Array) => Float64Array;
}

/** The libraries have f32: the mesh is moved to the origin and scaled to a radius of 1. Triangles that use a position twice are left out. */
function weldedNearOrigin(mesh: TriangleMesh): NearOrigin {
  const bounds = meshBounds(mesh)!;
  const [center, radius] = [boundsCenter(bounds), boundsRadius(bounds) || 1];
  const welded = weldVertices(mesh);
  const numbers = new Map<number, number>();
  const indices: number[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const corners = [0, 1, 2].map((k) => welded[mesh.indices[3 * triangle + k]]!);
    if (new Set(corners).size < 3) continue;
    for (const vertex of corners) {
      if (!numbers.has(vertex)) numbers.set(vertex, numbers.size);
      indices.push(numbers.get(vertex)!);
    }
  }
  if (indices.length === 0)
    throw refusal('no-triangles', 'Every triangle of the mesh uses a position twice', 'Run boxwood check to see the findings of the mesh');
  const vertices = Uint32Array.from(numbers.keys());
  const positions = new Float32Array(3 * vertices.length);
  for (let i = 0; i < positions.length; i++)
    positions[i] = (mesh.positions[3 * vertices[Math.floor(i / 3)] + (i % 3)] - center[i % 3]!) / radius;
  const toMesh = (points: Float64Array): Float64Array => points.map((value, i) => value * radius + center[i % 3]!);
  return { positions, indices: Uint32Array.from(indices), vertices, toMesh };
}

function refusal(code: 'invalid-argument' | 'no-triangles' | 'unsupported-feature', message: string, fix: string): InspectorError {
  return new InspectorError({ code, message, fix, location: {} });
}
