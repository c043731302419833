import { seededRandom } from '#core/math/seeded-random';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { walkOptions, type WalkOptions } from '#core/options/walk-options';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import type { SweptShape } from '#core/sweep/convex/sweep-shape';
import { walk, type WalkResult } from '#core/sweep/walk/walk';
import type { Walk, WalkBody, WalkInput } from '#core/sweep/walk/walk-request';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { box, joined, meshOf, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const ball: WalkBody = { shape: 'sphere', radius: 0.5 };
const person: WalkBody = { shape: 'capsule', radius: 0.3, height: 1.8 };
const fly: Partial<WalkOptions> = { gravity: 0 };
const floor = box([-20, -1, -20], [20, 0, 20]);

function walkOf(body: WalkBody, start: Vec3, settings: Partial<WalkOptions>, ...inputs: WalkInput[]): Walk {
  return { body, start, settings: { ...defaultValues(walkOptions), ...settings }, inputs };
}

/** Walks, and proves with exact arithmetic over every triangle that the core of the body passes through none. */
function walked(mesh: TriangleMesh, request: Walk): WalkResult {
  const result = walk(treed(mesh).tree, mesh, request);
  expect(result.tunnelled).toBe(false);
  expect(passes(mesh, request, result)).toBe(0);
  return result;
}

function passes(mesh: TriangleMesh, { body, settings }: Walk, { steps }: WalkResult): number {
  const half = body.shape === 'sphere' ? 0 : body.height / 2 - body.radius;
  const core: SweptShape = {
    kind: 'capsule',
    axis: ['x', 'y', 'z'].map((up) => (up === settings.up ? half : 0)) as unknown as Vec3,
    radius: 0,
  };
  let count = 0;
  for (const { path } of steps) {
    for (let i = 1; i < path.length; i++)
      if (sweepBruteForce(mesh, { shape: core, from: path[i - 1]!, to: path[i]! }, null).state !== 'miss') count++;
  }
  return count;
}

/** The cost depends on the tree. */
function withoutStats({ steps, end, tunnelled }: WalkResult): Omit<WalkResult, 'stats'> {
  return { steps, end, tunnelled };
}

describe('a walking body', () => {
  it('falls on the floor, stands there with its skin, and touches it', () => {
    const { steps, end } = walked(floor, walkOf(person, [0.3, 3, 0.1], {}, { move: [0, 0, 0], steps: 80 }));
    expect(end.grounded).toBe(true);
    expect(end.position[0]).toBe(0.3);
    expect(end.position[1]).toBeCloseTo(0.9 + 3e-4, 4);
    expect(end.position[1]).toBeGreaterThan(0.9);
    expect(steps[0]!.contacts).toEqual([]);
    expect(steps.at(-1)!.contacts).toHaveLength(1);
    expect(steps.at(-1)!.contacts[0]).toMatchObject({ feature: 'face', normal: [0, 1, 0], part: 0 });
    expect(steps.at(-1)!.position).toEqual(steps.at(-20)!.position);
  });

  it('walks at its speed, also up a slope within the limit, and not up a steeper one', () => {
    const slope = (height: number): TriangleMesh =>
      joined([floor, meshOf([2, 0, -9, 12, height, -9, 12, height, 9, 2, 0, 9], [0, 2, 1, 0, 3, 2])]);
    const go: WalkInput = { move: [2, 0, 0], steps: 256 };
    const up = walked(slope(5), walkOf(person, [0, 1, 0], {}, go)).end;
    expect(up.position[0]).toBeCloseTo(8, 1);
    // At 8, the slope is 3 high; the round end touches it beside its lowest point.
    expect(up.position[1]).toBeCloseTo(3 + 0.6 + 0.3 * Math.sqrt(1.25), 1);
    expect(up.grounded).toBe(true);
    const steep = walked(slope(20), walkOf(person, [0, 1, 0], {}, go)).end;
    expect(steep.position[0]).toBeLessThan(2.2);
    expect(steep.position[1]).toBeLessThan(1);
  });

  it('stays where it stands on a slope, and slides down a steep one', () => {
    const plane = (height: number): TriangleMesh =>
      meshOf([-9, -height, -9, 9, height, -9, 9, height, 9, -9, -height, 9], [0, 2, 1, 0, 3, 2]);
    const rest: WalkInput = { move: [0, 0, 0], steps: 64 };
    const { steps } = walked(plane(5), walkOf(person, [0, 2, 0], {}, rest, rest));
    expect(steps[64]!.grounded).toBe(true);
    expect(steps.at(-1)!.position[0]).toBeCloseTo(steps[64]!.position[0], 6);
    const { end } = walked(plane(15), walkOf(person, [0, 2, 0], {}, rest));
    expect(end.position[0]).toBeLessThan(-1);
    expect(end.grounded).toBe(false);
  });

  it('climbs steps up to the step height, and stops before higher ones', () => {
    const stairs = (height: number): TriangleMesh => joined([floor, ...[1, 2, 3, 4].map((i) => box([i, -1, -3], [9, i * height, 3]))]);
    const go: WalkInput = { move: [1.5, 0, 0], steps: 256 };
    const high = walked(stairs(0.25), walkOf(person, [0, 1, 0], {}, go)).end;
    expect(high.position[0]).toBeCloseTo(6, 0);
    expect(high.position[1]).toBeCloseTo(1 + 0.9, 2);
    const low = walked(stairs(0.4), walkOf(person, [0, 1, 0], {}, go)).end;
    expect(low.position[0]).toBeLessThan(0.71);
    expect(low.position[1]).toBeLessThan(1);
  });

  it('follows steps down without a fall', () => {
    const stairs = joined([1, 2, 3, 4].map((i) => box([-9, -1, -3], [i, 1 - 0.25 * i, 3])));
    const { steps, end } = walked(
      stairs,
      walkOf(person, [-2, 1.7, 0], {}, { move: [0, 0, 0], steps: 16 }, { move: [1.5, 0, 0], steps: 200 }),
    );
    expect(end.position[1]).toBeLessThan(1.2);
    expect(steps.slice(16).every(({ grounded }) => grounded)).toBe(true);
  });

  it('jumps from the ground only, and as high as its speed', () => {
    const { steps } = walked(
      floor,
      walkOf(
        person,
        [0, 1, 0],
        {},
        { move: [0, 0, 0], steps: 32 },
        { move: [0, 0, 0], jump: true, steps: 20 },
        { move: [0, 0, 0], steps: 100 },
      ),
    );
    const highest = Math.max(...steps.map(({ position }) => position[1]));
    expect(highest - 0.9).toBeGreaterThan(0.9 * (4.5 ** 2 / 2 / 9.81));
    expect(highest - 0.9).toBeLessThan(4.5 ** 2 / 2 / 9.81 + 0.1);
    expect(steps.at(-1)!.grounded).toBe(true);
  });

  it('slides along a wall, and stops in a corner', () => {
    const room = box([-3, -3, -3], [3, 3, 3]);
    const along = walked(room, walkOf(ball, [0, 0, 0], fly, { move: [4, 1, 0], steps: 64 })).end;
    expect(along.position[0]).toBeCloseTo(2.5, 2);
    expect(along.position[1]).toBeCloseTo(1, 2);
    const corner = walked(room, walkOf(ball, [0, 0, 0], fly, { move: [4, 3, 2], steps: 200 }));
    corner.end.position.forEach((value) => expect(value).toBeCloseTo(2.5, 2));
    expect(new Set(corner.steps.at(-1)!.contacts.map(({ normal }) => normal.map(Math.round).join())).size).toBe(3);
  });

  it('is pushed out where it starts inside, and not through a wall', () => {
    const wall = box([-0.01, -9, -9], [0, 9, 9]);
    const right = walked(wall, walkOf(ball, [0.1, 0, 0], fly, { move: [0, 0, 0] })).end;
    expect(right.position[0]).toBeCloseTo(0.5, 2);
    expect(walked(wall, walkOf(ball, [-0.02, 0, 0], fly, { move: [0, 0, 0] })).end.position[0]).toBeCloseTo(-0.51, 2);
  });

  it('overlaps in a gap that is too narrow, and still passes through nothing', () => {
    const gap = joined([box([-9, -9, -9], [-0.3, 9, 9]), box([0.3, -9, -9], [9, 9, 9])]);
    const { end } = walked(gap, walkOf(ball, [0.1, 0, 0], fly, { move: [7, 8, 0], steps: 16 }));
    expect(Math.abs(end.position[0])).toBeLessThan(0.3);
    expect(end.position[1]).toBeGreaterThan(1);
  });

  it('never passes through a thin plate at any speed; the article does', () => {
    const plate = meshOf([0, -9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9], [0, 2, 1, 0, 3, 2]);
    for (const speed of [10, 1000, 1e6]) {
      const fast = (mode: 'swept' | 'article'): Walk => walkOf(ball, [-2, 0.1, 0.2], { ...fly, mode }, { move: [speed, 0, 0], steps: 30 });
      expect(walked(plate, fast('swept')).end.position[0]).toBeLessThan(-0.5);
      const article = walk(treed(plate).tree, plate, fast('article'));
      expect(article.tunnelled).toBe(speed > 10);
      expect(article.end.position[0] > 0).toBe(speed > 10);
    }
  });

  it('never passes through soup at high speed, with any body', () => {
    const random = seededRandom(1507);
    const mesh = joined([soup(120, random, 2, 1.5), box([-3, -3, -3], [3, 3, 3])]);
    let contacts = 0;
    for (const body of [
      { shape: 'sphere', radius: 0.2 },
      { shape: 'capsule', radius: 0.1, height: 0.5 },
    ] as const) {
      for (const gravity of [0, 9.81]) {
        const inputs = Array.from({ length: 12 }, (): WalkInput => {
          const speed = 10 ** (4 * random());
          return { move: [speed * (random() - 0.5), speed * (random() - 0.5), speed * (random() - 0.5)], jump: random() < 0.3, steps: 3 };
        });
        const { steps, end } = walked(mesh, walkOf(body, [0.11, 2.6, 0.07], { gravity }, ...inputs));
        contacts += steps.reduce((sum, step) => sum + step.contacts.length, 0);
        end.position.forEach((value) => expect(Math.abs(value)).toBeLessThan(3));
      }
    }
    expect(contacts).toBeGreaterThan(100);
  });

  it('gives the same walk with every tree', () => {
    const mesh = joined([floor, box([2, 0, -1], [3, 0.2, 1]), box([5, 0, -3], [6, 3, 3])]);
    const request = walkOf(person, [0, 1.2, 0], { view: 'chase' }, { move: [3, 0, 0.7], steps: 150 });
    const first = withoutStats(walk(treed(mesh).tree, mesh, request));
    expect(first.steps.length).toBe(150);
    for (const kind of treeKinds) {
      const other = withoutStats(walk(treed(mesh, { kind }).tree, mesh, request));
      expect(other, kind).toEqual(first);
    }
  });
});
