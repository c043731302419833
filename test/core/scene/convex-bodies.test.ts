import { transformOf } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
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
