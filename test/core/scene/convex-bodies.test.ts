import { transformOf } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { pairsBruteForce } from '#core/pair/pairs/brute-force';
import { convexBodies, projectionsOf } from '#core/scene/narrow/convex/convex-bodies';
import { convexVerdict, createConvexScratch, testConvexBodies } from '#core/scene/narrow/convex/test-convex-bodies';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, placed } from '../../fixtures/shapes.ts';

const tetrahedron = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
const wedge = meshOf(
  [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 1, 0, 1, 1],
  [0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5],
);
const twoBoxes = joined([box(), placed(box(), 0.7, [2.5, 0.4, 0])]);
const inverted = { ...box(), indices: box().indices.toReversed() };
const convex = { box: box(), tetrahedron, wedge, twoBoxes, inverted, ball: ball(6, 4) };

describe('convex parts', () => {
  it.each(Object.entries(convex))('are found with their directions: %s', (name, mesh) => {
    const bodies = convexBodies(mesh);
    const sizes = bodies?.map(({ corners, normals, edges }) => [corners.length / 3, normals.length / 3, edges.length / 3]);
    const ofBox = [8, 3, 3];
    const wanted: Readonly<Record<string, unknown>> = {
      box: [ofBox],
      inverted: [ofBox],
      twoBoxes: [ofBox, ofBox],
      tetrahedron: [[4, 4, 6]],
      wedge: [[6, 4, 4]],
    };
    if (name in wanted) expect(sizes).toEqual(wanted[name]);
    else expect(bodies).toHaveLength(1);
  });

  it('need a projection of each corner on each axis', () => {
    const [ofBox, ofTetrahedron] = [convexBodies(box())!, convexBodies(tetrahedron)!];
    expect(projectionsOf(ofBox, ofBox)).toBe((3 + 3 + 3 * 3) * 16);
    expect(projectionsOf(ofTetrahedron, ofBox)).toBe((4 + 3 + 6 * 3) * 12);
    expect(projectionsOf(convexBodies(twoBoxes)!, ofBox)).toBe(2 * 15 * 16);
  });

  it('are not found in surfaces that are open, concave, large, or have too many corners', () => {
    const open = { ...box(), indices: box().indices.slice(3) };
    const dented = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 1, 1, 0.5], [0, 2, 4, 2, 1, 4, 1, 0, 4, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
    const oneFlipped = { ...box(), indices: Uint32Array.from([...box().indices.slice(0, 3).toReversed(), ...box().indices.slice(3)]) };
    for (const mesh of [open, dented, oneFlipped, knot(2, 3, 40, 5), ball(20, 12)]) expect(convexBodies(mesh)).toBeNull();
  });

  it('give the result of brute force for their surfaces, or leave it open near contact', () => {
    const random = seededRandom(17);
    const meshes = Object.values(convex);
    const bodies = meshes.map((mesh) => convexBodies(mesh)!);
    const scratch = createConvexScratch();
    const counts = { unclear: 0, apart: 0, overlap: 0 };
    const wrong: string[] = [];
    for (let k = 0; k < 1200; k++) {
      const [a, b] = [Math.floor(random() * meshes.length), Math.floor(random() * meshes.length)];
      const vector = (size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];
      // A quarter lies on a grid, where boxes touch exactly.
      const isGrid = k % 4 === 0;
      const size = isGrid ? 1 : 10 ** (random() - 0.7);
      const aFromB = transformOf({
        translate: isGrid ? [Math.round(6 * random() - 3), Math.round(6 * random() - 3), 0] : vector(6),
        rotateDegrees: isGrid ? [0, 0, 90 * Math.floor(4 * random())] : vector(360),
        scale: [random() < 0.3 ? -size : size, size, isGrid ? size : size * (0.3 + random())],
      });
      const verdict = testConvexBodies(bodies[a]!, bodies[b]!, aFromB, scratch);
      const isOverlap = pairsBruteForce(meshes[a]!, meshes[b]!, aFromB).length > 0;
      if (verdict === convexVerdict.unclear) counts.unclear++;
      else if (verdict === convexVerdict.apart) counts.apart++;
      else counts.overlap++;
      if (verdict !== convexVerdict.unclear && (verdict === convexVerdict.overlap) !== isOverlap) wrong.push(`${k}: ${a} ${b}`);
    }
    expect(wrong).toEqual([]);
    expect(counts.apart).toBeGreaterThan(200);
    expect(counts.overlap).toBeGreaterThan(200);
    // Contacts of the grid, and parts inside another one.
    expect(counts.unclear).toBeGreaterThan(20);
    expect(counts.unclear).toBeLessThan(500);
  });

  it('give the result of the exact test for a mesh far from its own origin', () => {
    const random = seededRandom(23);
    const center = 1e9;
    const far = translated(box(), center);
    const [ofA, ofB] = [convexBodies(box())!, convexBodies(far)!];
    const counts = { unclear: 0, decided: 0 };
    const wrong: number[] = [];
    for (let k = 0; k < 1200; k++) {
      // Steps of the rounding of B, or farther.
      const gap = (random() - 0.5) * (k % 2 === 0 ? 6e-7 : 1);
      const aFromB = faceOnCorner([360 * random(), 360 * random(), 360 * random()], 1, center, gap);
      const verdict = testConvexBodies(ofA, ofB, aFromB, createConvexScratch());
      const isOverlap = pairsBruteForce(box(), far, aFromB).length > 0;
      counts[verdict === convexVerdict.unclear ? 'unclear' : 'decided']++;
      if (verdict !== convexVerdict.unclear && (verdict === convexVerdict.overlap) !== isOverlap) wrong.push(k);
    }
    expect(wrong).toEqual([]);
    expect(counts.unclear).toBeGreaterThan(400);
    expect(counts.decided).toBeGreaterThan(500);
  });

  it('count a dent that a placement with different scales makes large', () => {
    const depth = 4e-8;
    const beam = dentedBeam(depth);
    const ofBeam = convexBodies(beam);
    expect(ofBeam![0]!.deviation).toBeGreaterThan(depth / 2);
    expect(convexBodies(box())![0]!.deviation).toBeLessThan(1e-15);
    const aFromB = [1e-3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    for (const tip of [1.5e-8, 2e-8, 2.5e-8, 3e-8, 3.5e-8]) {
      // A tip that enters the dent from above and does not reach its ground.
      const pin = meshOf([0, -tip, 0, 0.01, 0.2, 0, -0.01, 0.2, 0.01, -0.01, 0.2, -0.01], [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]);
      const ofPin = convexBodies(pin)!;
      expect(pairsBruteForce(pin, beam, aFromB)).toHaveLength(0);
      expect(testConvexBodies(ofPin, ofBeam!, aFromB, createConvexScratch())).not.toBe(convexVerdict.overlap);
      const inverse = aFromB.map((value, k) => (k === 0 ? 1e3 : value));
      expect(testConvexBodies(ofBeam!, ofPin, inverse, createConvexScratch())).not.toBe(convexVerdict.overlap);
    }
  });

  it('are left open for axes whose squares underflow', () => {
    const bodies = convexBodies(box())!;
    for (const scale of [1, 1e-60, 1e-75, 1e-81, 1e-90, 1e-150]) {
      const small = [{ ...bodies[0]!, corners: bodies[0]!.corners.map((value) => scale * value), reach: scale }];
      for (const gap of [-1e-12, 1e-12]) {
        const aFromB = faceOnCorner([10, 20, 30], scale, 0, gap);
        expect(testConvexBodies(small, bodies, aFromB, createConvexScratch())).toBe(convexVerdict.unclear);
      }
    }
  });

  it('are left open for numbers that overflow', () => {
    const bodies = convexBodies(box())!;
    const huge = transformOf({ translate: [1e308, 1e308, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });
    expect(
      testConvexBodies(
        bodies,
        bodies,
        huge.map((value) => 4 * value),
        createConvexScratch(),
      ),
    ).toBe(convexVerdict.unclear);
  });
});

function translated(mesh: TriangleMesh, by: number): TriangleMesh {
  return { ...mesh, positions: mesh.positions.map((value) => value + by) };
}

/**
 * Returns the placement of a box with a center in its own space that rotates and scales it, so that the plane of a face is at a gap from a
 * corner of the box around the origin, which has the same scale. In units of the scale.
 */
function faceOnCorner(rotateDegrees: Vec3, scale: number, center: number, gap: number): readonly number[] {
  const linear = transformOf({ translate: [0, 0, 0], rotateDegrees, scale: [1, 1, 1] });
  const normal = linear.slice(0, 3);
  const height = 1 + normal.reduce((sum, value) => sum + Math.abs(value), 0) + gap;
  const translation = normal.map((value, row) => height * value - center * (value + linear[4 + row]! + linear[8 + row]!));
  return [...linear.slice(0, 12), ...translation, 1].map((value, at) => (at === 15 ? 1 : scale * value));
}

/** Returns a beam of 1000 × 1 × 1 below y = 0, whose top has a center vertex at a depth. */
function dentedBeam(depth: number): TriangleMesh {
  const corners = [-1, 0].flatMap((y) => [-500, y, -0.5, 500, y, -0.5, 500, y, 0.5, -500, y, 0.5]);
  const sides = [0, 1, 2, 3].flatMap((k) => [k, 4 + k, 4 + ((k + 1) % 4), k, 4 + ((k + 1) % 4), (k + 1) % 4]);
  const top = [0, 1, 2, 3].flatMap((k) => [8, 4 + ((k + 1) % 4), 4 + k]);
  return meshOf([...corners, 0, -depth, 0], [0, 1, 2, 0, 2, 3, ...sides, ...top]);
}
