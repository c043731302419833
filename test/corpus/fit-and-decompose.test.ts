import { treedForQueries } from '#core/convex/collider/body-contains';
import { meshOfBodies } from '#core/convex/collider/collider';
import { decomposeMesh, type Decomposition } from '#core/convex/decompose/decompose-mesh';
import { fitShapes } from '#core/convex/fit/fit-shapes';
import { type FittedShape, shapeDistance } from '#core/convex/fit/fitted-shape';
import { packSpheres } from '#core/convex/fit/sphere-pack';
import { groupPoints, triangleGroups } from '#core/convex/triangle-groups';
import { InspectorError } from '#core/error';
import { seededRandom } from '#core/math/seeded-random';
import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import { isClosed } from '#core/mesh/is-closed';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { decomposeOptions } from '#core/options/decompose-options';
import { defaultValues } from '#core/options/option';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { closestPoint } from '#core/query/closest/closest';
import { isInsideClosedMesh } from '#core/query/inside-closed-mesh';
import { expect, it } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { corpusFiles, describeCorpus } from './corpus.ts';

/** Triangles above which a mesh is left to the full run, and left out. */
const maxTriangles = isFullRun ? 40_000 : 400;
const kinds = ['box', 'sphere', 'capsule', 'cylinder'] as const;
/** Random points of a surface. */
const samples = isFullRun ? 2000 : 60;

/** Small enough meshes with a finite triangle; an eighth of them but for the full run. */
async function meshes(limit: number): Promise<readonly { readonly path: string; readonly mesh: TriangleMesh }[]> {
  const found: { readonly path: string; readonly mesh: TriangleMesh }[] = [];
  // To read the largest files for their count takes longer than the rest.
  const counts = new Map(corpusFiles().map(({ path, triangles }) => [path, triangles ?? 0]));
  for (const path of corpusMeshPaths()) {
    if (counts.get(path)! > 2 * limit) continue;
    const mesh = await corpusMesh(path);
    if (mesh !== null && meshBounds(mesh) !== null && triangleCount(mesh) <= limit) found.push({ path, mesh });
  }
  return isFullRun ? found : found.filter((_, i) => i % 8 === 0);
}

/** A number as a multiple of 2⁻¹⁰⁷⁴, which every f64 is. */
function big(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const exponent = (word >> 52n) & 0x7ffn;
  const mantissa = (word & ((1n << 52n) - 1n)) | (exponent === 0n ? 0n : 1n << 52n);
  return (value < 0 ? -mantissa : mantissa) << (exponent === 0n ? 0n : exponent - 1n);
}

const one = 1n << 1074n;
type Big3 = readonly [bigint, bigint, bigint];
const of = (v: Vec3): Big3 => [big(v[0]), big(v[1]), big(v[2])];
const less = (p: Big3, q: Big3): Big3 => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const product = (p: Big3, q: Big3): bigint => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

/** Whether a point is in a closed shape, by rational numbers. */
function isIn(fitted: FittedShape, point: Vec3): boolean {
  const at = of(point);
  const isNear = (centre: Vec3): boolean => {
    const offset = less(at, of(centre));
    return product(offset, offset) <= big((fitted as { radius: number }).radius) ** 2n;
  };
  switch (fitted.shape) {
    case 'sphere':
      return isNear(fitted.center);
    case 'box':
      return fitted.axes.every((axis, k) => {
        const height = 2n * product(less(at, of(fitted.center)), of(axis));
        return (height < 0n ? -height : height) <= big(fitted.size[k]!) * one;
      });
    case 'capsule':
    case 'cylinder': {
      const [axis, offset] = [less(of(fitted.to), of(fitted.from)), less(at, of(fitted.from))];
      const [along, whole] = [product(offset, axis), product(axis, axis)];
      if (along < 0n || whole === 0n) return fitted.shape === 'capsule' && isNear(fitted.from);
      if (along > whole) return fitted.shape === 'capsule' && isNear(fitted.to);
      return product(offset, offset) * whole - along * along <= big(fitted.radius) ** 2n * whole;
    }
  }
}

function pointsOf(positions: Float64Array): readonly Vec3[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!]);
}

function surfacePoint(mesh: TriangleMesh, random: () => number): Vec3 | null {
  const triangle = Math.floor(random() * triangleCount(mesh));
  if (!isFiniteTriangle(mesh, triangle)) return null;
  const [a, b, c] = triangleVertices(mesh, triangle);
  const [u, v] = [random(), random()].sort((p, q) => p - q) as [number, number];
  return [0, 1, 2].map((k) => u * a[k]! + (v - u) * b[k]! + (1 - v) * c[k]!) as unknown as Vec3;
}

describeCorpus('shapes fitted to the corpus', () => {
  it('contain every vertex where they say so, by rational numbers, and they say so of all meshes', async () => {
    let [fits, near] = [0, 0];
    for (const { path, mesh } of await meshes(maxTriangles)) {
      const points = pointsOf(groupPoints(mesh, triangleGroups(mesh, 'whole')[0]!));
      const size = points.flat().reduce((max, value) => Math.max(max, Math.abs(value)), 0);
      for (const shape of kinds) {
        const [found] = fitsOf(mesh, shape);
        if (found === undefined) continue;
        fits++;
        expect({ path, shape, contains: found.contains }).toEqual({ path, shape, contains: true });
        // Deeper vertices are inside beyond rounding.
        const close = points.filter(([x, y, z]) => !(shapeDistance(found.fitted, x, y, z) < -1e-9 * size));
        near += close.length;
        expect({ path, shape, outside: close.filter((point) => !isIn(found.fitted, point)) }).toEqual({ path, shape, outside: [] });
      }
    }
    expect(fits).toBeGreaterThan(isFullRun ? 800 : 30);
    expect(near).toBeGreaterThan(2 * fits);
    if (isFullRun) console.log(`${fits} fits contain; ${near} vertices near their surfaces by rational numbers`);
  });

  it('as packs of spheres contain random points of the surface', async () => {
    const random = seededRandom(3);
    let packs = 0;
    for (const { path, mesh } of await meshes(isFullRun ? 5000 : 30)) {
      const { spheres, contains } = packSpheres(mesh, triangleGroups(mesh, 'whole')[0]!, isFullRun ? 24 : 8);
      packs++;
      expect({ path, contains }).toEqual({ path, contains: true });
      for (let i = 0; i < samples; i++) {
        const point = surfacePoint(mesh, random);
        if (point === null) continue;
        // A sampled point is rounded.
        const isCovered = spheres.some(({ center, radius }) => Math.hypot(...center.map((x, k) => x - point[k]!)) <= radius * (1 + 1e-12));
        expect({ path, point, isCovered }).toEqual({ path, point, isCovered: true });
      }
    }
    expect(packs).toBeGreaterThan(isFullRun ? 150 : 5);
  });
});

/** Returns no fit of a mesh whose coordinates are refused. */
function fitsOf(mesh: TriangleMesh, shape: (typeof kinds)[number]): ReturnType<typeof fitShapes> {
  try {
    return fitShapes(mesh, { shape, containing: true, per: 'whole' });
  } catch (error) {
    if (error instanceof InspectorError) return [];
    throw error;
  }
}

describeCorpus('colliders of the corpus', () => {
  it('are no farther from their meshes than the bounds of their rating', async () => {
    const random = seededRandom(5);
    let [rated, used] = [0, 0];
    for (const { path, mesh } of await meshes(isFullRun ? 10_000 : 200)) {
      const found = await hullsOf(mesh);
      if (found === null) continue;
      rated++;
      const { outward, inward, outwardAtMost, inwardAtMost } = found.maxDeviation;
      expect(outward, path).toBeLessThanOrEqual(outwardAtMost);
      expect(inward, path).toBeLessThanOrEqual(inwardAtMost);
      const [source, collider] = [treedForQueries(mesh), treedForQueries(meshOfBodies(found.bodies))];
      const closed = isClosed(mesh);
      const size = [...collider.mesh.positions].reduce((max, value) => Math.max(max, Math.abs(value)), 0);
      for (let i = 0; i < samples; i++) {
        const [out, back] = [surfacePoint(collider.mesh, random), surfacePoint(mesh, random)];
        if (out !== null) used++;
        if (out !== null) expect(outsideBy(source, closed, out), path).toBeLessThanOrEqual(outwardAtMost + 1e-12 * size);
        if (back !== null) expect(outsideBy(collider, true, back), path).toBeLessThanOrEqual(inwardAtMost + 1e-12 * size);
      }
    }
    expect(rated).toBeGreaterThan(isFullRun ? 120 : 4);
    expect(used).toBeGreaterThan(20 * rated);
    if (isFullRun) console.log(`${rated} colliders of hulls, ${samples} points of each side`);
  });
});

async function hullsOf(mesh: TriangleMesh): Promise<Decomposition | null> {
  try {
    return await decomposeMesh(mesh, { ...defaultValues(decomposeOptions), method: 'hull' }, {});
  } catch (error) {
    if (error instanceof InspectorError) return null;
    throw error;
  }
}

function outsideBy({ tree, mesh }: TreedMesh, isSolid: boolean, point: Vec3): number {
  if (isSolid && isInsideClosedMesh(tree, mesh, point) === true) return 0;
  return closestPoint(tree, mesh, point).closest!.distance;
}
