import { describe, expect, it } from 'vitest';
import {
  buildTree,
  createPairThreads,
  distance,
  intersect,
  overlaps,
  servePairs,
  transformOf,
  type Transform,
  type TreeKind,
} from '#core/index';
import { fakeThreads } from '../../fixtures/fake-threads.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, soup } from '../../fixtures/shapes.ts';

const random = seededRandom(11);
const [meshA, meshB] = [ball(24, 12), soup(200, random)];
const placements: readonly Transform[] = Array.from({ length: 40 }, (_, i) =>
  transformOf({ translate: [i / 10, random(), 0], rotateDegrees: [360 * random(), 360 * random(), 0] }),
);
const singular = placements[0]!.map((value, i) => (i < 4 ? 0 : value));

function sides(kind: TreeKind) {
  return [meshA, meshB].map((mesh) => ({ mesh, tree: buildTree(mesh, { kind }) }));
}

describe.each(['wide', 'aabb'] as const)('threads on two meshes with trees of kind %s', (kind) => {
  const [a, b] = sides(kind);

  it.each([1, 3])('return the bits of one thread: %i threads', async (threads) => {
    const pairs = createPairThreads(a!, b!, threads, fakeThreads(servePairs).start);
    // Started together: they run one after the other.
    const [all, first, near] = await Promise.all([
      pairs.intersectMany(placements),
      pairs.overlapsMany(placements),
      pairs.distanceMany(placements),
    ]);
    expect(all).toEqual(placements.map((aFromB) => intersect(a!, b!, aFromB)));
    expect(first).toEqual(placements.map((aFromB) => overlaps(a!, b!, aFromB)));
    expect(near).toEqual(placements.map((aFromB) => distance(a!, b!, aFromB)));
    expect(all.some(({ overlap }) => overlap) && all.some(({ overlap }) => !overlap)).toBe(true);
    expect(await pairs.distanceMany([])).toEqual([]);
    pairs.end();
  });

  it('query a mesh against itself', async () => {
    const pairs = createPairThreads(a!, a!, 2, fakeThreads(servePairs).start);
    expect(await pairs.intersectMany(placements)).toEqual(placements.map((aFromB) => intersect(a!, a!, aFromB)));
    pairs.end();
  });

  it('that die are replaced, and their part is done again', async () => {
    const { start, started } = fakeThreads(servePairs, (batch) => batch === 3);
    const pairs = createPairThreads(a!, b!, 2, start);
    expect(await pairs.overlapsMany(placements)).toEqual(placements.map((aFromB) => overlaps(a!, b!, aFromB)));
    expect(started()).toBeGreaterThan(2);
    pairs.end();
  });
});

describe('threads on two meshes', () => {
  const [a, b] = sides('wide');

  it('refuse bad placements and options, and go on', async () => {
    const pairs = createPairThreads(a!, b!, 2, fakeThreads(servePairs).start);
    await expect(pairs.distanceMany([...placements, singular])).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(/^Placement 40: /) as string,
    });
    await expect(pairs.intersectMany(placements, { maxPairs: -1 })).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(pairs.intersectMany(placements, { maxPairs: 1 })).rejects.toMatchObject({ code: 'too-large' });
    expect(await pairs.overlapsMany(placements.slice(0, 1))).toHaveLength(1);
    pairs.end();
  });

  it('query the placements as they are at the call, also if the caller changes them before the turn comes', async () => {
    const pairs = createPairThreads(a!, b!, 2, fakeThreads(servePairs).start);
    const reused = [...placements[0]!];
    const found: unknown[] = [];
    for (const x of [0, 5, 10]) {
      reused[12] = x;
      found.push(pairs.distanceMany([reused]));
    }
    const expected = [0, 5, 10].map((x) => [distance(a!, b!, placements[0]!.with(12, x))]);
    expect(await Promise.all(found)).toEqual(expected);
    pairs.end();
  });

  it('cancel what runs and waits when they are ended', async () => {
    const pairs = createPairThreads(a!, b!, 2, fakeThreads(servePairs).start);
    const batches = [pairs.overlapsMany(placements), pairs.distanceMany(placements)];
    await Promise.resolve();
    pairs.end();
    for (const batch of batches) await expect(batch).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('refuse a tree of another mesh, and a number of threads that is not whole', () => {
    const { start } = fakeThreads(servePairs);
    expect(() => createPairThreads({ mesh: meshB, tree: a!.tree }, b!, 2, start)).toThrow(/The tree was built for/);
    expect(() => createPairThreads(a!, b!, 1.5, start)).toThrow(/number of threads/);
  });
});
