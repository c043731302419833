import { InspectorError, invalidArgument, noVolume } from '../../error.ts';
import { boundsCenter, boundsRadius, meshBounds } from '../../mesh/bounds.ts';
import { checkSurface } from '../../mesh/check-surface.ts';
import { countOpenEdges, type OpenEdgeCount, openEdgesText } from '../../mesh/count-open-edges.ts';
import { exactOrigin, meshFrom } from '../../mesh/exact-origin.ts';
import { simplifyTriangles } from '../../mesh/simplify-triangles.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { weldVertices } from '../../mesh/weld-vertices.ts';
import type { DecomposeOptions } from '../../options/decompose-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { treedForQueries } from '../collider/body-contains.ts';
import { bodyName, type ColliderBody } from '../collider/collider.ts';
import { solidCells } from '../collider/solid-cells.ts';
import { surfaceNet } from '../collider/surface-net.ts';
import { joinMeshes } from '../collider/join-meshes.ts';
import { convexHull, type ConvexHull } from '../hull/convex-hull.ts';
import { simplifyHull } from '../hull/simplify-hull.ts';
import { triangleGroups } from '../triangle-groups.ts';
import { type DecomposeNote, flatNote, keptWholeNote, mergedNote } from './decompose-note.ts';
import type { Dividers } from './dividers.ts';
import { lostComponents, withLostHulls } from './lost-components.ts';
import { mergeHulls } from './merge-hulls.ts';
import { nearlyConvex, type SolidComponent, type SolidComponents, solidComponents } from './solid-components.ts';

/** What a method makes of a mesh. */
export interface DecomposedBodies {
  readonly bodies: readonly ColliderBody[];
  /** What the method did other than to divide. */
  readonly notes: readonly DecomposeNote[];
}

/**
 * Returns the bodies that a method makes of a mesh (catalogue S2): convex hulls, or one surface. Hulls without a volume are left out.
 *
 * A component that is convex up to `concavity` is its exact hull: no divider sees it. A component that a divider loses is its hull too. At most
 * `maxHulls` hulls are left of V-HACD and CoACD, by merging.
 * @throws InspectorError `no-triangles`; `no-volume` for a mesh without a solid part, and for the remesh of an open mesh; `invalid-argument` as
 * `simplifyHull`; as the divider and `simplifyTriangles`; whatever `progress` throws.
 */
export async function decomposedBodies(
  mesh: TriangleMesh,
  options: DecomposeOptions,
  dividers: Dividers,
  progress: Progress = noProgress,
): Promise<DecomposedBodies> {
  const { name, part } = triangleGroups(mesh, 'whole')[0]!;
  checkSurface(mesh);
  const of = part === null ? null : name;
  const { method, maxVertices, maxTriangles } = options;
  if (method === 'remesh' || method === 'simplify') {
    const surface = method === 'remesh' ? remeshed(mesh, options.resolution, progress) : mesh;
    return {
      bodies: [{ kind: 'mesh', name: bodyName(name, 'triangles', 1), of, mesh: await simplified(surface, maxTriangles) }],
      notes: [],
    };
  }
  const components = solidComponents(mesh, (fraction) => progress(0.2 * fraction));
  const found =
    method === 'hull'
      ? { hulls: components.solid.map(({ hull }) => hull), notes: [] }
      : await dividedHulls(mesh, components, { ...options, method }, dividers, (fraction) => progress(0.2 + 0.7 * fraction));
  const bodies = found.hulls
    .map((hull) => (maxVertices === 0 ? hull : simplifyHull(hull, { maxVertices }, () => progress(0.9)).hull))
    .map((hull, i): ColliderBody => ({ kind: 'hull', name: bodyName(name, 'hull', i + 1), of, hull }));
  if (bodies.length > 0) return { bodies, notes: [...found.notes, ...(components.flat > 0 ? [flatNote(components.flat)] : [])] };
  throw noVolume('The mesh has no part with a volume', 'Use boxwood convex hull, or give a mesh that is not flat');
}

interface DividedHulls {
  readonly hulls: readonly ConvexHull[];
  readonly notes: readonly DecomposeNote[];
}

type DivideOptions = DecomposeOptions & { readonly method: keyof Dividers };

/** Divides the components that are not nearly convex, and keeps the limit of hulls. */
async function dividedHulls(
  mesh: TriangleMesh,
  components: SolidComponents,
  options: DivideOptions,
  dividers: Dividers,
  progress: Progress,
): Promise<DividedHulls> {
  const divide = dividers[options.method];
  if (divide === undefined) throw unavailable(titles[options.method]);
  const { solid, flat } = components;
  // The threshold of CoACD is no volume: there only convex components are left alone.
  const whole = nearlyConvex(components, options.method === 'vhacd' ? options.concavity : 0);
  const rest = solid.filter((component) => !whole.has(component));
  const exact = [...whole].map(({ hull }) => hull);
  const maxHulls = Math.max(1, options.maxHulls - exact.length);
  const own = whole.size === 0 && flat === 0 ? mesh : joinMeshes(rest.map((component) => component.mesh));
  // Without a hull to spare there is nothing to divide: the exact hulls are merged.
  const { divided, lost } =
    maxHulls <= rest.length
      ? { divided: rest.map(({ hull }) => hull), lost: [] }
      : rest.length === 0
        ? { divided: [], lost: [] }
        : await dividedComponents(
            own,
            rest,
            (positions, indices) => divide(positions, indices, { ...options, maxHulls }, (f) => progress(0.6 * f)),
            options,
            (fraction) => progress(0.6 + 0.1 * fraction),
          );
  const limited = mergeHulls(divided, maxHulls, (fraction) => progress(0.7 + 0.2 * fraction));
  const hulls = mergeHulls([...exact, ...limited], options.maxHulls, (fraction) => progress(0.9 + 0.1 * fraction));
  const made = exact.length + divided.length;
  return {
    hulls,
    notes: [
      ...(lost.length > 0 ? [keptWholeNote(lost.length, titles[options.method])] : []),
      ...(hulls.length < made ? [mergedNote(made, hulls.length, solid.length)] : []),
    ],
  };
}

/**
 * Part of the longest side of the bounds that the others have for a divider: thinner meshes are stretched, which keeps convex parts convex. Voxels
 * would lose them.
 */
const minSide = 1 / 8;

async function dividedComponents(
  mesh: TriangleMesh,
  components: readonly SolidComponent[],
  divide: (positions: Float32Array<ArrayBuffer>, indices: Uint32Array<ArrayBuffer>) => Promise<readonly Float64Array[]>,
  options: DivideOptions,
  progress: Progress,
): Promise<{ readonly divided: readonly ConvexHull[]; readonly lost: readonly SolidComponent[] }> {
  const { positions, indices, toMesh } = weldedNearOrigin(mesh, minSide);
  const sets = await divide(positions, indices);
  const hulls = sets.map((points) => convexHull(toMesh(points))).filter(({ dimension }) => dimension === 3);
  const voxels = options.method === 'vhacd' ? options.resolution : coacdVoxels;
  const lost = lostComponents(components, hulls, voxels, (fraction) => progress(0.5 * fraction));
  return { divided: withLostHulls(hulls, lost, (fraction) => progress(0.5 + 0.5 * fraction)), lost };
}

/** Voxels along the longest side of the mesh that CoACD makes of it first: the default of its command, and no option here. */
const coacdVoxels = 50;

const titles: Readonly<Record<DecomposeOptions['method'], string>> = {
  vhacd: 'V-HACD',
  coacd: 'CoACD',
  hull: 'The convex hull',
  remesh: 'Voxel remesh',
  simplify: 'Simplification',
};

function unavailable(title: string): InspectorError {
  return new InspectorError({
    code: 'unsupported-feature',
    message: `${title} is not available here`,
    fix: 'Use the method hull',
    location: {},
  });
}

function remeshed(mesh: TriangleMesh, resolution: number, progress: Progress): TriangleMesh {
  const open = countOpenEdges(mesh);
  if (open.length > 0) throw noVolume(`An open mesh has no inside to remesh: this one has ${openEdgesText(open)}`, remeshFix(open));
  // Far from 0 the cells would be rounded.
  const origin = exactOrigin(meshBounds(mesh)!);
  const net = surfaceNet(solidCells(treedForQueries(meshFrom(mesh, origin), progress), resolution, progress));
  if (net.indices.length === 0) throw noVolume('No cell of the grid is inside the mesh', 'Use a larger resolution, or the method vhacd');
  return meshFrom(net, [0 - origin[0], 0 - origin[1], 0 - origin[2]]);
}

function remeshFix(open: readonly OpenEdgeCount[]): string {
  if (open.some(({ triangles }) => triangles === 1)) return 'Fill its holes first, or use the method vhacd';
  return 'Repair these edges first, or use the method vhacd';
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
  if (corners.length === 0) throw invalidArgument(`Nothing is left of the mesh with ${maxTriangles} triangles`, 'Allow more triangles');
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

/**
 * The libraries have f32: the mesh is moved to the origin and scaled to a radius of 1. Triangles that use a position twice are left out.
 * @param shortest part of the longest side of the bounds to which shorter sides are stretched.
 */
function weldedNearOrigin(mesh: TriangleMesh, shortest = 0): NearOrigin {
  const bounds = meshBounds(mesh)!;
  const [center, radius] = [boundsCenter(bounds), boundsRadius(bounds) || 1];
  const sides = bounds.max.map((max, k) => max - bounds.min[k]!);
  const scales = sides.map((side) => (side > 0 ? Math.min(1, side / (shortest * Math.max(...sides))) : 1) * radius);
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
  const vertices = Uint32Array.from(numbers.keys());
  const positions = new Float32Array(3 * vertices.length);
  for (let i = 0; i < positions.length; i++)
    positions[i] = (mesh.positions[3 * vertices[Math.floor(i / 3)] + (i % 3)] - center[i % 3]!) / scales[i % 3]!;
  const toMesh = (points: Float64Array): Float64Array => points.map((value, i) => value * scales[i % 3]! + center[i % 3]!);
  return { positions, indices: Uint32Array.from(indices), vertices, toMesh };
}
