import type { Vec3 } from '#core/math/vec3';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPoint } from '#core/query/closest/closest';
import { nearestTriangles } from '#core/query/nearest/nearest';
import { sphereOverlap } from '#core/query/sphere/sphere';
import { BufferAttribute, BufferGeometry, type Box3, Triangle, Vector3 } from 'three';
import { type ExtendedTriangle, MeshBVH } from 'three-mesh-bvh';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { raysAt } from './aimed-rays.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';

/** Larger meshes only in the full run. */
const maxTriangles = isFullRun ? 1_000_000 : 5_000;
const pointsOfMesh = isFullRun ? 200 : 12;
/** Distances that differ by less, as a part of distance and coordinates, are equal: its boxes are f32, its sums f64. */
const slack = 1e-6;

/**
 * Points near the surface and away from it. Ours are never farther than theirs, and none differ by more than `slack`.
 */
describeCorpus('closest points compared with three-mesh-bvh, on the same f32 positions', () => {
  const tally = { points: 0, within: 0, nearest: 0 };
  const differences = new Set<string>();

  it.each(coveringFiles('points-three-mesh-bvh', corpusMeshPaths()))('%s: closest, within a distance and k nearest agree', async (path) => {
    const source = await corpusMesh(path);
    if (source === null || triangleCount(source) === 0 || triangleCount(source) > maxTriangles) return;
    // Its boxes of a mesh with NaN in it are NaN.
    if (source.positions.some((value) => !Number.isFinite(Math.fround(value)))) return;
    const mesh: TriangleMesh = { ...source, positions: source.positions.map(Math.fround) };
    const { tree } = treed(mesh);
    const rival = rivalOf(mesh);
    const size = mesh.positions.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    for (const point of pointsAt(mesh)) {
      tally.points++;
      const ours = closestPoint(tree, mesh, point).closest!;
      const theirs = rival.closestPointToPoint(new Vector3(...point));
      const allowed = slack * (ours.distance + size);
      if (theirs === null || Math.abs(theirs.distance - ours.distance) > allowed) differences.add(`${path} closest`);
      if (theirs !== null)
        expect(ours.distance, `${path} ${point.join(' ')}`).toBeLessThanOrEqual(theirs.distance + 1e-9 * (theirs.distance + size));
      const radius = ours.distance * 1.05 + 1e-3 * size;
      const [surely, maybe] = distancesWithin(rival, point, radius, allowed);
      const found = new Set(sphereOverlap(tree, mesh, { center: point, radius }).touches.map(({ triangle }) => triangle));
      if (surely.some((triangle) => !found.has(triangle)) || [...found].some((triangle) => !maybe.has(triangle)))
        differences.add(`${path} within`);
      tally.within += found.size;
      const sorted = [...maybe.values()].toSorted((p, q) => p - q);
      const nearest = nearestTriangles(tree, mesh, point, Math.min(5, found.size)).closest;
      if (nearest.some(({ distance }, i) => Math.abs(distance - sorted[i]!) > allowed)) differences.add(`${path} nearest`);
      tally.nearest += nearest.length;
    }
    rival.geometry.dispose();
  });

  afterAll(() => {
    expect(tally.points).toBeGreaterThan(500);
    expect(tally.within).toBeGreaterThan(1000);
    expect(tally.nearest).toBeGreaterThan(500);
    expect([...differences]).toEqual([]);
  });
});

function rivalOf({ positions, indices }: TriangleMesh): MeshBVH {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return new MeshBVH(geometry, { indirect: true });
}

/** Around the places where rays hit the mesh, so that points lie on it, near it and away from it. */
function pointsAt(mesh: TriangleMesh): readonly Vec3[] {
  const random = seededRandom(triangleCount(mesh) + 3);
  return raysAt(mesh, pointsOfMesh, 0).map(({ origin, direction }) => {
    const share = random();
    return origin.map((x, k) => x + share * direction[k]!) as unknown as Vec3;
  });
}

/** Returns the triangles that are surely within a distance, and the distances of all that may be. */
function distancesWithin(
  bvh: MeshBVH,
  point: Vec3,
  radius: number,
  allowed: number,
): readonly [readonly number[], ReadonlyMap<number, number>] {
  const center = new Vector3(...point);
  const found = new Map<number, number>();
  const nearest = new Vector3();
  bvh.shapecast({
    intersectsBounds: (box: Box3) => box.distanceToPoint(center) <= radius + allowed,
    intersectsTriangle: (triangle: ExtendedTriangle, index: number) => {
      const corners = new Triangle(triangle.a, triangle.b, triangle.c);
      const distance = corners.closestPointToPoint(center, nearest).distanceTo(center);
      if (distance <= radius + allowed) found.set(index, distance);
      return false;
    },
  });
  return [[...found].filter(([, distance]) => distance < radius - allowed).map(([triangle]) => triangle), found];
}
