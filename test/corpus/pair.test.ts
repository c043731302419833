import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Module, { type Manifold } from 'manifold-3d';
import { expect, it } from 'vitest';
import { identityTransform, transformOf, transformPoints, type Transform } from '#core/math/transform';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { areTrianglesApart, pairsBruteForce } from '#core/pair/pairs/brute-force';
import { contactCurves, endsOfCurve, curveCount, closedLoopCount, outlineLoopCount } from '#core/pair/contact/contact-curves';
import { contactCount, contacts } from '#core/pair/contact/contacts';
import { pairs, surfacesIntersect } from '#core/pair/pairs/pairs';
import { curveKinds } from '#core/pair/contact/segment-kinds';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { trianglesIntersect } from '#core/shape/triangle-triangle';
import { createTriangleContact, triangleContact } from '#core/shape/triangle-triangle-contact';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun, scaled } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { corpusFolder, describeCorpus } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';

const options = defaultValues(pairOptions);

async function readMesh(path: string): Promise<TriangleMesh> {
  const mesh = await corpusMesh(path);
  if (mesh === null) throw new Error(`${path} was refused`);
  return mesh;
}

async function readTreed(path: string): Promise<TreedMesh> {
  return treed(await readMesh(path));
}

interface TriangleVector {
  readonly name: string;
  readonly t1: readonly number[][];
  readonly t2: readonly number[][];
  readonly expected: boolean;
  readonly seg: readonly number[][] | null;
}

describeCorpus('triangle against triangle, the vectors of three-mesh-bvh', () => {
  const { vectors } = JSON.parse(readFileSync(join(corpusFolder, 'intersect/tri_tri_vectors.json'), 'utf8')) as {
    vectors: TriangleVector[];
  };

  it('are all here', () => {
    expect(vectors).toHaveLength(15);
  });

  /**
   * Meant as decimals with three places, in which a point lies on a line. The nearest f64 do not: they miss by 4e-18, and
   * three-mesh-bvh says yes within its tolerance. Here the numbers are taken as meant, in whole thousandths.
   */
  const decimal = ['Segment-point intersection true', 'Segment-segment intersection true'];

  it.each(decimal)('%s: the f64 nearest to its decimals are apart', (name) => {
    const { t1, t2 } = vectors.find((vector) => vector.name === name)!;
    const p = Float64Array.from(t1.flat());
    const q = Float64Array.from(t2.flat());
    expect([trianglesIntersect(p, q), !areTrianglesApart(p, q)]).toEqual([false, false]);
  });

  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (name, { t1, t2, expected, seg }) => {
    const asMeant = (t: readonly number[][]): Float64Array =>
      Float64Array.from(t.flat(), (x) => (decimal.includes(name) ? Math.round(1000 * x) : x));
    const p = asMeant(t1);
    const q = asMeant(t2);
    expect([trianglesIntersect(p, q), trianglesIntersect(q, p), !areTrianglesApart(p, q)]).toEqual([expected, expected, expected]);
    const contact = createTriangleContact();
    expect(triangleContact(p, q, contact)).toBe(expected);
    if (seg === null) return;
    const points = [0, contact.pointCount - 1].map((i) => [...contact.positions.subarray(3 * i, 3 * i + 3)]);
    // Their segments may run either way, and their expectations have three or four digits after the point.
    const near = (x: readonly number[][], y: readonly number[][]): boolean =>
      x.flat().every((value, i) => Math.abs(value - y.flat()[i]!) < 1e-3);
    expect(near(points, seg) || near(points.toReversed(), seg)).toBe(true);
  });
});

/** Of GROUND_TRUTH.md: CGAL's exact counts of intersecting triangle pairs, FCL's booleans; about Z, then moved. */
const poses = [
  [0, 0, 0, 0, 192],
  [0, 0, 1000, 0, 0],
  [0, 0, 2000, 0, 0],
  [1000, 0, 0, 0, 300],
  [-1500, 1200, 500, 90, 168],
  [2500, 2500, 500, 0, 0],
  [0, 0, 3500, 0, 0],
  [0, 0, 5000, 0, 0],
  [-2000, -2000, 1500, 180, 0],
  [1234, -777, 888, 270, 39],
  [4000, 0, 500, 0, 0],
  [3487.5, 0, 1000, 0, 0],
] as const;

describeCorpus('env and rob of FCL', () => {
  it.each(poses)('rob moved by %d %d %d and rotated by %d degrees intersects env in %d pairs', async (x, y, z, angle, count) => {
    const env = await readTreed('intersect/fcl/env.obj');
    const rob = await readTreed('intersect/fcl/rob.obj');
    const pose = transformOf({ translate: [x, y, z], rotateDegrees: [0, 0, angle], scale: [1, 1, 1] });
    expect(pairs(env, rob, pose, options).pairCount).toBe(count);
    expect(surfacesIntersect(env, rob, pose).overlap).toBe(count > 0);
  });
});

/** Of GROUND_TRUTH.md, where the meshes lie as stored: pairs, and different faces of A and of B in them. */
const storedPairs = [
  ['intersect/manifold/Cray_left.obj', 'intersect/manifold/Cray_right.obj', 92, 88, 2],
  ['intersect/manifold/Generic_Twin_7863.1.t0_left.obj', 'intersect/manifold/Generic_Twin_7863.1.t0_right.obj', 520, 127, 132],
  ['intersect/manifold/self_intersectA.obj', 'intersect/manifold/self_intersectB.obj', 600, 286, 306],
  ['intersect/manifold/hull-body.obj', 'intersect/manifold/hull-mask.obj', 1563, 51, 883],
  ['intersect/irmb/sphere1.obj', 'intersect/irmb/sphere2.obj', 390, 130, 130],
  ['formats/off/ballA.off', 'formats/off/ballB.off', 276, 137, 139],
  ['intersect/parry/center_cylinder.obj', 'intersect/parry/offset_cylinder.obj', 72, 35, 34],
  ['intersect/vhacd/torus1.obj', 'intersect/vhacd/torus2.obj', 192, 96, 96],
  ['defects/cgal/elephant-with-holes.off', 'scan/cgal/elephant.off', 59836, 4463, 5554],
] as const;

describeCorpus('stored mesh pairs', () => {
  it.each(storedPairs)('%s and %s: %d pairs of %d and %d faces', async (pathA, pathB, count, facesA, facesB) => {
    const a = await readTreed(pathA);
    const b = await readTreed(pathB);
    const forth = pairs(a, b, identityTransform, options);
    expect([forth.pairCount, forth.trianglesA.length, forth.trianglesB.length]).toEqual([count, facesA, facesB]);
    const back = pairs(b, a, identityTransform, options);
    expect([back.pairCount, back.trianglesA, back.trianglesB]).toEqual([count, forth.trianglesB, forth.trianglesA]);
    expect(surfacesIntersect(a, b, identityTransform).overlap).toBe(true);
    expect(contactCount(contacts(a.mesh, b.mesh, identityTransform, forth.pairs))).toBe(count);
  });

  it.each([
    ['intersect/manifold/Cray_left.obj', 'intersect/manifold/Cray_right.obj', 2],
    ['intersect/manifold/self_intersectA.obj', 'intersect/manifold/self_intersectB.obj', 2],
    ['intersect/irmb/sphere1.obj', 'intersect/irmb/sphere2.obj', 1],
    ['formats/off/ballA.off', 'formats/off/ballB.off', 1],
    ['intersect/parry/center_cylinder.obj', 'intersect/parry/offset_cylinder.obj', 1],
    ['intersect/vhacd/torus1.obj', 'intersect/vhacd/torus2.obj', 2],
  ])('%s and %s, both closed, intersect in %d closed loops and no open one', async (pathA, pathB, count) => {
    const a = await readTreed(pathA);
    const b = await readTreed(pathB);
    const { pairs: found } = pairs(a, b, identityTransform, options);
    const { closed, coplanar, points } = contactCurves(
      contacts(a.mesh, b.mesh, identityTransform, found),
      a.mesh,
      b.mesh,
      identityTransform,
    );
    expect([...closed]).toEqual(new Array(count).fill(1));
    expect([coplanar.length, points.length]).toEqual([0, 0]);
  });

  it.each([
    // A cylinder that stands in a corner of stairs, and touches three of their edges from outside.
    ['intersect/parry/center_cylinder.obj', 'intersect/parry/stairs.obj', { outlines: 1, loops: 1, intoAreas: 0, touching: 3, areas: 40 }],
    [
      'intersect/manifold/hull-body.obj',
      'intersect/manifold/hull-mask.obj',
      { outlines: 4, loops: 12, intoAreas: 2, touching: 1, areas: 769 },
    ],
    [
      'intersect/manifold/Generic_Twin_7863.1.t0_left.obj',
      'intersect/manifold/Generic_Twin_7863.1.t0_right.obj',
      { outlines: 7, loops: 19, intoAreas: 8, touching: 2, areas: 65 },
    ],
  ])('%s and %s, both closed, have areas in common: what crosses without running into one is closed', async (pathA, pathB, expected) => {
    const a = await readTreed(pathA);
    const b = await readTreed(pathB);
    const { pairs: found } = pairs(a, b, identityTransform, options);
    const lines = contactCurves(contacts(a.mesh, b.mesh, identityTransform, found), a.mesh, b.mesh, identityTransform);
    const open = Array.from({ length: curveCount(lines) }, (_, i) => i).filter((i) => lines.closed[i] === 0);
    const [crossing, touching] = ['crossing', 'touching'].map((kind) => open.filter((i) => curveKinds[lines.kinds[i]!] === kind));
    expect({
      outlines: outlineLoopCount(lines),
      loops: closedLoopCount(lines),
      intoAreas: crossing!.length,
      touching: touching!.length,
      areas: lines.coplanar.length,
    }).toEqual(expected);
    for (const line of crossing!) expect(endsOfCurve(lines, line)).toEqual(['common-area', 'common-area']);
    for (const line of touching!) for (const end of endsOfCurve(lines, line) ?? []) expect(['touch', 'common-area']).toContain(end);
  });
});

/** Small and middling meshes of every character: closed, open, defective, flat, with far coordinates. */
const various = [
  'intersect/fcl/rob.obj',
  'intersect/parry/stairs.obj',
  'intersect/cgal/cube_on_cube_edge.off',
  'defects/cgal/degtri_sliding.off',
  'defects/trimesh/soup.stl',
  'defects/trimesh/joined_tetrahedra.obj',
  'intersect/manifold/openscad-nonmanifold-crash.obj',
  'scan/suzanne.obj',
  'intersect/vhacd/torus1.obj',
];

/** A seeded placement that brings the middle of `b` near that of `a`, at its size; quarter turns now and then. */
function meeting(a: TreedMesh, b: TreedMesh, random: () => number): Transform {
  const size = (tree: TreedMesh['tree']): number => Math.hypot(...[0, 1, 2].map((k) => tree.bounds[k + 3]! - tree.bounds[k]!));
  const middle = (tree: TreedMesh['tree'], k: number): number => (tree.bounds[k]! + tree.bounds[k + 3]!) / 2;
  const angle = (): number => (random() < 0.3 ? 90 * Math.floor(4 * random()) : 360 * random());
  const scale = (size(a.tree) / size(b.tree)) * (0.5 + random());
  const turned = transformOf({ translate: [0, 0, 0], rotateDegrees: [angle(), angle(), angle()], scale: [scale, scale, scale] });
  const centre = new Float64Array(3);
  transformPoints(
    turned,
    Float64Array.from([0, 1, 2], (k) => middle(b.tree, k)),
    centre,
  );
  return turned.map((value, i) =>
    i < 12 || i > 14 ? value : middle(a.tree, i - 12) - centre[i - 12]! + 0.4 * size(a.tree) * (random() - 0.5),
  );
}

describeCorpus('seeded placements of corpus meshes', () => {
  const all = various.flatMap((pathA, i) => various.slice(i).map((pathB) => [pathA, pathB] as const));
  // With itself, its pairs take brute force as long as those of all other meshes together.
  const cases = all.filter(([pathA, pathB]) => isFullRun || pathA !== pathB || !pathA.endsWith('openscad-nonmanifold-crash.obj'));

  it.each(cases)('%s against %s equals brute force', async (pathA, pathB) => {
    const a = await readTreed(pathA);
    const b = await readTreed(pathB);
    const random = seededRandom(pathA.length * 1000 + pathB.length);
    // Brute force looks at every pair of triangles.
    const count = !isFullRun && triangleCount(a.mesh) * triangleCount(b.mesh) > 1e6 ? 1 : scaled(20);
    for (let n = 0; n < count; n++) {
      const transform = n === 0 ? identityTransform : meeting(a, b, random);
      const found = pairs(a, b, transform, options);
      expect(found.pairs).toEqual(pairsBruteForce(a.mesh, b.mesh, transform));
      expect(surfacesIntersect(a, b, transform).overlap).toBe(found.overlap);
      expect(contactCount(contacts(a.mesh, b.mesh, transform, found.pairs))).toBe(found.pairCount);
    }
  });
});

/** Closed and free of self-intersections: what Manifold takes as solids. */
const solids = [
  'intersect/irmb/sphere1.obj',
  'intersect/vhacd/torus1.obj',
  'intersect/parry/center_cylinder.obj',
  'scan/spot.obj',
  'formats/off/ballA.off',
];

describeCorpus('Manifold as a second opinion', () => {
  it('agrees, just before and just after contact, on whether closed surfaces intersect', async () => {
    const library = await Module();
    library.setup();
    const solid = (mesh: TriangleMesh): Manifold => {
      const merged = new library.Mesh({ numProp: 3, vertProperties: Float32Array.from(mesh.positions), triVerts: mesh.indices });
      merged.merge();
      return new library.Manifold(merged);
    };
    // Manifold's input is f32, so both are given such coordinates.
    const rounded = (mesh: TriangleMesh): TriangleMesh => ({ ...mesh, positions: mesh.positions.map(Math.fround) });
    const meshes = await Promise.all(solids.map(async (path) => treed(rounded(await readMesh(path)))));
    const random = seededRandom(77);
    let apart = 0;
    let overlapping = 0;
    for (const [i, a] of meshes.entries()) {
      for (const b of isFullRun ? meshes : meshes.slice(i)) {
        for (let n = 0; n < scaled(20); n++) {
          const start = meeting(a, b, random);
          const shifted = (shift: number): Transform => start.map((value, i) => (i === 12 ? value + shift : value));
          const pulled = (shift: number): TreedMesh => {
            const positions = new Float64Array(b.mesh.positions.length);
            transformPoints(shifted(shift), b.mesh.positions, positions);
            return treed(rounded({ ...b.mesh, positions }));
          };
          const size = a.tree.bounds[3]! - a.tree.bounds[0]!;
          // Where B, pulled out along x, comes free.
          let [meets, free] = [0, 4 * size];
          for (let step = 0; step < 20; step++) {
            const middle = (meets + free) / 2;
            if (surfacesIntersect(a, b, shifted(middle)).overlap) meets = middle;
            else free = middle;
          }
          for (const shift of [meets - 0.02 * size, free + 1e-4 * size]) {
            const moved = pulled(shift);
            const [solidA, solidB] = [solid(a.mesh), solid(moved.mesh)];
            const common = solidA.intersect(solidB).volume();
            const min = Math.min(solidA.volume(), solidB.volume());
            const { overlap } = surfacesIntersect(a, moved, identityTransform);
            // One solid all within the other has volume in common, and surfaces that do not meet.
            if (common === 0) {
              apart++;
              expect(overlap).toBe(false);
            } else if (common > 1e-9 * min && common < (1 - 1e-6) * min) {
              overlapping++;
              expect(overlap).toBe(true);
            }
            for (const one of [solidA, solidB]) one.delete();
          }
        }
      }
    }
    expect(apart).toBeGreaterThan(isFullRun ? 20 : 10);
    expect(overlapping).toBeGreaterThan(isFullRun ? 20 : 10);
  });
});
