import type { DivideConvex } from '#core/convex/decompose/dividers';
import { decomposedBodies } from '#core/convex/decompose/decomposed-bodies';
import { boundingShape } from '#core/convex/fit/bounding-shape';
import { shapeContains } from '#core/convex/fit/shape-contains';
import { hullMeasures } from '#core/convex/hull/hull-measures';
import { decomposeOptions } from '#core/options/decompose-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { Sphere, Vector3 } from 'three';
import { resultHash } from '../result-hash.ts';
import { type BenchTask, SkippedTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';

/** The smallest sphere around the mesh, which is verified exactly; the rival takes the centre of the bounds. */
export const fitSphere: BenchTask = {
  name: 'fit-sphere',
  rival: 'three',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    // Vertices that no triangle uses are no part of the surface; the bunny has 1,113.
    const used = Float64Array.from(
      [...new Set(mesh.indices)].flatMap((vertex) => [...mesh.positions.subarray(3 * vertex, 3 * vertex + 3)]),
    );
    const vectors = Array.from({ length: used.length / 3 }, (_, i) => new Vector3().fromArray(used, 3 * i));
    const result = await compare(
      { run: () => boundingShape(mesh, 'sphere') },
      { run: () => new Sphere().setFromPoints(vectors).radius },
      rounds,
    );
    const { ours } = result;
    const radius = ours.shape === 'sphere' ? ours.radius : Number.NaN;
    const contains = shapeContains(ours, used);
    return {
      ...each(result),
      hash: resultHash(Float64Array.of(radius)),
      note: `the rival is ${((result.theirs / radius - 1) * 100).toPrecision(2)} % larger`,
      disagreement: contains && radius <= result.theirs * (1 + 1e-6) ? null : `radius ${radius}, and ${result.theirs} for the rival`,
    };
  },
};

/** V-HACD takes half a minute for more triangles. */
const maxTriangles = 200_000;

/** V-HACD with its results as exact hulls, against V-HACD of Rapier as it is, with its defaults. */
export const decompose: BenchTask = {
  name: 'decompose',
  rival: '@dimforge/rapier3d-compat',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    if (mesh.indices.length / 3 > maxTriangles) throw new SkippedTask(`V-HACD is slow for more than ${maxTriangles} triangles`);
    const { default: rapier } = await import('@dimforge/rapier3d-compat');
    await rapier.init();
    const options = { ...defaultValues(decomposeOptions), method: 'vhacd' as const };
    const [positions, indices] = [Float32Array.from(mesh.positions), mesh.indices.slice()];
    const divide: DivideConvex = async (points, corners, { maxHulls: maxConvexHulls, concavity, resolution }) => {
      const shape = rapier.ColliderDesc.convexDecomposition(points, corners, { maxConvexHulls, concavity, resolution })?.shape;
      const shapes = shape instanceof rapier.Compound ? shape.shapes : [];
      return shapes.flatMap((part) => (part instanceof rapier.ConvexPolyhedron ? [Float64Array.from(part.vertices)] : []));
    };
    const result = await compare(
      { run: () => decomposedBodies(mesh, options, { vhacd: divide }) },
      { run: async () => (await divide(positions, indices, options, noProgress)).length },
      Math.min(rounds, 2),
    );
    const hulls = result.ours.bodies.flatMap((body) => (body.kind === 'hull' ? [body.hull] : []));
    return {
      ...each(result),
      hash: resultHash(Float64Array.from(hulls, (hull) => hullMeasures(hull).volume)),
      note: `${hulls.length} hulls, ${result.theirs} of the rival`,
      disagreement: hulls.length > 0 && hulls.length <= result.theirs ? null : `${hulls.length} hulls, and ${result.theirs} of the rival`,
    };
  },
};
