import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { walkOptions, type WalkOptions } from '#core/options/walk-options';
import { pushOut } from '#core/query/sphere/push-out';
import { walk, type WalkResult } from '#core/sweep/walk/walk';
import type { WalkInput } from '#core/sweep/walk/walk-request';
import { seededRandom } from '#core/math/seeded-random';
import { describe, expect, it } from 'vitest';
import { meshOf, soup, turned } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const radius = 0.5;

function flown(
  mesh: TriangleMesh,
  mode: WalkOptions['mode'],
  start: Vec3,
  input: WalkInput,
  settings: Partial<WalkOptions> = {},
): WalkResult {
  const all = { ...defaultValues(walkOptions), gravity: 0, timeStep: 1, mode, ...settings };
  return walk(treed(mesh).tree, mesh, { body: { shape: 'sphere', radius }, start, settings: all, inputs: [input] });
}

describe('the rule of the camera article', () => {
  // An outer corner along z: a wall x = 0 below y = 0, and a floor y = 0 behind it.
  const wall = [0, 0, -9, 0, -9, -9, 0, -9, 9, 0, 0, 9];
  const floor = [0, 0, -9, 0, 0, 9, -9, 0, 9, -9, 0, -9];
  const corner = (first: number[], second: number[]): TriangleMesh => meshOf([...first, ...second], [0, 2, 1, 0, 3, 2, 4, 6, 5, 4, 7, 6]);
  const over: WalkInput = { move: [-0.05, 0, 0], steps: 200 };

  it('jams at an outer corner where the swept sphere slides over', () => {
    const mesh = corner(wall, floor);
    const article = flown(mesh, 'article', [2, 0.2, 0], over);
    expect(article.end.position[0]).toBeGreaterThan(0);
    expect(article.steps.filter(({ contacts }) => contacts.length > 0).length).toBeGreaterThan(10);
    // Each push throws it back, by most of its radius.
    expect(article.steps.some(({ position }, i) => i > 0 && position[0] > article.steps[i - 1]!.position[0] + 0.2)).toBe(true);
    const swept = flown(mesh, 'swept', [2, 0.2, 0], over);
    expect(swept.end.position[0]).toBeLessThan(-6);
    expect(swept.end.position[1]).toBeCloseTo(0.5, 2);
    expect(swept.tunnelled).toBe(false);
  });

  it('depends on the order of the triangles, and the swept sphere does not', () => {
    const mesh = corner(floor, wall);
    expect(flown(mesh, 'article', [2, 0.2, 0], over).end.position[0]).toBeLessThan(-6);
    const [a, b] = [mesh, corner(wall, floor)].map((each) => flown(each, 'swept', [2, 0.2, 0], over));
    // Up to rounding: the lowest of several touched triangles gives the normal.
    a!.end.position.forEach((value, k) => expect(value).toBeCloseTo(b!.end.position[k]!, 9));
  });

  it('takes a fast camera for a hit on the back, and pushes it out behind; the swept sphere stays in front', () => {
    const plate = meshOf([0, -9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9], [0, 1, 2, 0, 2, 3]);
    const fast: WalkInput = { move: [-1.2, 0, 0] };
    const article = flown(plate, 'article', [1, 0.3, 0.1], fast);
    expect(article.steps[0]!.contacts[0]).toMatchObject({ normal: [-1, 0, 0] });
    expect(article.end.position[0]).toBeCloseTo(-0.5, 12);
    expect(article.tunnelled).toBe(true);
    // Front sides only, it is not stopped at all.
    expect(flown(plate, 'article', [1, 0.3, 0.1], fast, { sides: 'front' }).end.position[0]).toBeCloseTo(-0.2, 12);
    for (const sides of ['both', 'front'] as const) {
      const swept = flown(plate, 'swept', [1, 0.3, 0.1], fast, { sides });
      expect(swept.end.position[0]).toBeCloseTo(0.5, 2);
      expect(swept.tunnelled).toBe(false);
    }
  });

  it('lets a camera pass from behind with front sides only, in both modes', () => {
    const plate = turned(meshOf([0, -9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9], [0, 1, 2, 0, 2, 3]));
    for (const mode of ['swept', 'article'] as const) {
      const slow: WalkInput = { move: [-0.1, 0, 0], steps: 30 };
      expect(flown(plate, mode, [1, 0.3, 0.1], slow, { sides: 'front' }).end.position[0], mode).toBeLessThan(-0.5);
      expect(flown(plate, mode, [1, 0.3, 0.1], slow).end.position[0], mode).toBeGreaterThan(0.45);
    }
  });

  it('compares strictly: a sphere that touches exactly is not pushed', () => {
    const plate = meshOf([0, -9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9], [0, 1, 2, 0, 2, 3]);
    expect(flown(plate, 'article', [1, 0, 0.1], { move: [-0.5, 0, 0] }).steps[0]!.contacts).toEqual([]);
  });

  it('pushes as one pass over all triangles does', () => {
    const random = seededRandom(2003);
    const mesh = soup(200, random, 1, 0.8);
    const { tree } = treed(mesh);
    let pushes = 0;
    for (let i = 0; i < 20; i++) {
      const start: Vec3 = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
      const { steps, end } = flown(mesh, 'article', start, { move: [0, 0, 0] });
      const pass = pushOut(tree, mesh, { center: start, radius }, { method: 'article' });
      expect(steps[0]!.contacts.map(({ triangle }) => triangle)).toEqual(pass.steps.map(({ triangle }) => triangle));
      expect(end.position).toEqual(pass.center);
      pushes += pass.steps.length;
    }
    expect(pushes).toBeGreaterThan(100);
  });
});
