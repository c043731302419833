import { treedForQueries } from '../convex/collider/body-contains.ts';
import { abovePlanes } from '../convex/hull/farthest-first.ts';
import { hullPlanes } from '../convex/hull/hull-planes.ts';
import { hullMeasures } from '../convex/hull/hull-measures.ts';
import { meshOfHulls } from '../convex/hull/mesh-of-hulls.ts';
import { ratedSource, rateCollider } from '../convex/collider/rate-collider.ts';
import type { Vec3 } from '../math/vec3.ts';
import { boundsCenter, meshBounds } from '../mesh/bounds.ts';
import { components } from '../mesh/components.ts';
import { isClosed } from '../mesh/is-closed.ts';
import { integralsOf } from '../mesh/mass-properties.ts';
import { meshTopology } from '../mesh/topology.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { farthestDistance } from '../pair/deviation/farthest-distance.ts';
import { closestPoint } from '../query/closest/closest.ts';
import { insideTest } from '../query/inside-closed-mesh.ts';
import { createClosestWorkspace } from '../query/closest/workspace.ts';
import type { Progress } from '../progress.ts';
import type { HeldHull } from './held-hull.ts';

/** Where the shape of an engine has more than the mesh, or less. */
export interface HullDifference {
  /** In cubic mesh units; `null` for an open mesh. */
  readonly volume: number | null;
  /** Largest distance of a point of the shape from the mesh (phantom) or of the mesh from the shape (missing) that was found, and a bound of it. */
  readonly distance: number;
  readonly atMost: number;
  readonly location: Vec3 | null;
  /** Triangles that are farther than the tolerance inside the shape (phantom) or outside it (missing), ascending. */
  readonly triangles: Uint32Array;
}

export interface HullDifferences {
  readonly phantom: HullDifference;
  readonly missing: HullDifference;
}

/** Max points in the search for the largest distance. */
const maxSamples = 8000;

/**
 * Compares a mesh with the solid hull that an engine holds. The volumes of a closed mesh without overlaps are exact apart from rounding, where the
 * hull contains it; otherwise they are counted on a grid.
 * @throws whatever `progress` throws.
 */
export function hullDifferences(mesh: TriangleMesh, held: HeldHull, tolerance: number, progress: Progress): HullDifferences {
  const { hull, isInner } = held;
  const body = meshOfHulls([{ name: '', hull }]);
  const planes = hullPlanes(hull, (f) => progress(0.1 * f));
  const { depths, outsides, ofVertex } = signedDepths(mesh, body, planes, tolerance, (f) => progress(0.1 + 0.4 * f));
  const treed = treedForQueries(mesh, progress);
  // An inner hull has faces inside the solid, where the mesh fills the space too. An open mesh has no inside.
  const fills = isInner && isClosed(mesh);
  const isIn = insideTest(treed.tree, mesh);
  const isInside = (x: number, y: number, z: number): boolean => fills && isIn([x, y, z]) === true;
  const farthest = farthestDistance(
    body,
    Uint32Array.from({ length: triangleCount(body) }, (_, i) => i),
    treed,
    { maxSamples, tolerance: Math.max(tolerance, 0), isInside },
    (f) => progress(0.5 + f / 4),
  );
  const volumes = volumesOf(mesh, held, (f) => progress(0.75 + f / 4));
  return {
    phantom: {
      volume: volumes.phantom,
      distance: farthest?.found ?? 0,
      atMost: farthest?.atMost ?? 0,
      location: farthest !== null && farthest.found > tolerance ? farthest.position : null,
      triangles: above(depths, tolerance),
    },
    missing: isInner
      ? { volume: volumes.missing, ...largest(mesh, ofVertex), triangles: above(outsides, tolerance) }
      : { volume: volumes.missing, distance: 0, atMost: 0, location: null, triangles: new Uint32Array() },
  };
}

/** The distance to a convex shape is convex, so the farthest point of a triangle is a corner: bound and value are one. */
function largest(mesh: TriangleMesh, ofVertex: Float64Array): Pick<HullDifference, 'distance' | 'atMost' | 'location'> {
  let at = -1;
  for (const vertex of mesh.indices) if (ofVertex[vertex] < Math.min(0, at < 0 ? 0 : ofVertex[at])) at = vertex;
  if (at < 0) return { distance: 0, atMost: 0, location: null };
  const distance = -ofVertex[at];
  return { distance, atMost: distance, location: [mesh.positions[3 * at], mesh.positions[3 * at + 1], mesh.positions[3 * at + 2]] };
}

function above(distances: Float64Array, tolerance: number): Uint32Array {
  return Uint32Array.from(distances.keys()).filter((triangle) => distances[triangle] > tolerance);
}

/**
 * Returns (T) the largest depth of corners and centre below the surface of a hull, and (T) the largest distance of a corner outside it. Also (V) the depth of
 * each vertex, negative outside.
 */
function signedDepths(mesh: TriangleMesh, body: TriangleMesh, planes: Float64Array, tolerance: number, progress: Progress) {
  const treed = treedForQueries(body);
  const workspace = createClosestWorkspace(treed.tree);
  /** Positive inside, negative outside. */
  const depthAt = (x: number, y: number, z: number): number => {
    if (!Number.isFinite(x + y + z)) return 0;
    const distance = closestPoint(treed.tree, body, [x, y, z], {}, workspace).closest?.distance ?? 0;
    return distance > tolerance && abovePlanes(planes, x, y, z) > 0 ? -distance : distance;
  };
  const { positions: p, indices } = mesh;
  const ofVertex = new Float64Array(p.length / 3);
  for (let vertex = 0; vertex < ofVertex.length; vertex++) {
    if (vertex % 1024 === 0) progress(vertex / ofVertex.length / 2);
    ofVertex[vertex] = depthAt(p[3 * vertex], p[3 * vertex + 1], p[3 * vertex + 2]);
  }
  const depths = new Float64Array(triangleCount(mesh));
  const outsides = new Float64Array(triangleCount(mesh));
  for (let triangle = 0; triangle < depths.length; triangle++) {
    if (triangle % 1024 === 0) progress(0.5 + triangle / depths.length / 2);
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const corners = [indices[3 * triangle], indices[3 * triangle + 1], indices[3 * triangle + 2]];
    const ofCorners = corners.map((vertex) => ofVertex[vertex]);
    outsides[triangle] = Math.max(0, ...ofCorners.map((depth) => -depth));
    depths[triangle] = Math.max(0, ...ofCorners);
    if (depths[triangle] > tolerance) continue;
    const [x, y, z] = [0, 1, 2].map((k) => corners.reduce((sum, vertex) => sum + p[3 * vertex + k] / 3, 0)) as [number, number, number];
    depths[triangle] = Math.max(depths[triangle], depthAt(x, y, z));
  }
  return { depths, outsides, ofVertex };
}

function volumesOf(mesh: TriangleMesh, { hull, isInner }: HeldHull, progress: Progress) {
  if (!isClosed(mesh)) return { phantom: null, missing: isInner ? null : 0 };
  if (isInner || mayOverlap(mesh)) {
    const { phantomVolume, missingVolume } = rateCollider(
      ratedSource(mesh, progress),
      [{ kind: 'hull', name: '', of: null, hull }],
      progress,
    );
    return { phantom: phantomVolume, missing: isInner ? missingVolume : 0 };
  }
  const volume = Math.abs(integralsOf(mesh, boundsCenter(meshBounds(mesh)!))[0]!) / 6;
  return { phantom: Math.max(0, hullMeasures(hull).volume - volume), missing: 0 };
}

/** Whether the bounds of two components intersect: the volumes of such components may overlap, and then their sum is not that of the mesh. */
function mayOverlap(mesh: TriangleMesh): boolean {
  const { count, setOf } = components(meshTopology(mesh));
  if (count < 2) return false;
  const [min, max] = [new Float64Array(3 * count).fill(Infinity), new Float64Array(3 * count).fill(-Infinity)];
  mesh.indices.forEach((vertex, corner) => {
    const set = setOf[Math.floor(corner / 3)];
    if (set >= count) return;
    for (let k = 0; k < 3; k++) {
      min[3 * set + k] = Math.min(min[3 * set + k], mesh.positions[3 * vertex + k]);
      max[3 * set + k] = Math.max(max[3 * set + k], mesh.positions[3 * vertex + k]);
    }
  });
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => min[3 * a] - min[3 * b]);
  let open: readonly number[] = [];
  for (const b of order) {
    open = open.filter((a) => max[3 * a] > min[3 * b]);
    if (open.some((a) => [1, 2].every((k) => min[3 * a + k] < max[3 * b + k] && min[3 * b + k] < max[3 * a + k]))) return true;
    open = [...open, b];
  }
  return false;
}
