import { describe, expect, it } from 'vitest';
import {
  buildTree,
  closestPointMany,
  createQueryThreads,
  insideMany,
  overlapMany,
  raycastMany,
  serveQueries,
  type TreeKind,
  type TriangleMesh,
} from '#core/index';
import { fakeThreads } from '../../fixtures/fake-threads.ts';
import { inParts } from '../../fixtures/in-parts.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, soup } from '../../fixtures/shapes.ts';

const random = seededRandom(5);
const count = 9000;
const numbers = (length: number): Float64Array => Float64Array.from({ length }, () => 4 * random() - 2);
const points = numbers(3 * count);
const directions = numbers(3 * count);
const lengths = Float64Array.from({ length: count }, () => random());
const meshes: Readonly<Record<string, TriangleMesh>> = { ball: inParts(ball(24, 12)), soup: inParts(soup(300, random)) };
const cases = Object.keys(meshes).flatMap((name) => (['wide', 'compressed'] as const).map((kind) => ({ name, kind })));

function threadsOf(mesh: TriangleMesh, kind: TreeKind, threads: number, diesAt?: (batch: number) => boolean) {
  const tree = buildTree(mesh, { kind });
  const { start, started } = fakeThreads(serveQueries, diesAt);
  return { tree, started, queries: createQueryThreads(tree, mesh, threads, start) };
}

describe.each(cases)('threads on the $name with a tree of kind $kind', ({ name, kind }) => {
  const mesh = meshes[name]!;

  it.each([1, 3])('return the bits of one thread: %i threads', async (threads) => {
    const { tree, queries } = threadsOf(mesh, kind, threads);
    const rays = { origins: points, directions, maxDistances: lengths };
    // Started together: they run one after the other.
    const [hits, any, closest, spheres, inside, insideParts] = await Promise.all([
      queries.raycastMany({ origins: points, directions }, { cull: true }),
      queries.raycastMany(rays, { mode: 'any' }),
      queries.closestPointMany({ points, maxDistances: lengths }),
      queries.overlapMany({ centers: points, radii: lengths }),
      queries.insideMany({ points: points.subarray(0, 3000) }, { accuracy: 0.001 }),
      queries.insideMany({ points: points.subarray(0, 3000) }, {}, { parts: 'part 1' }),
    ]);
    expect(hits).toEqual(raycastMany(tree, mesh, { origins: points, directions }, { cull: true }));
    expect(any).toEqual(raycastMany(tree, mesh, rays, { mode: 'any' }));
    expect(closest).toEqual(closestPointMany(tree, mesh, { points, maxDistances: lengths }));
    expect(spheres).toEqual(overlapMany(tree, mesh, { centers: points, radii: lengths }));
    expect(inside).toEqual(insideMany(tree, mesh, { points: points.subarray(0, 3000) }, { accuracy: 0.001 }));
    expect(insideParts).toEqual(insideMany(tree, mesh, { points: points.subarray(0, 3000) }, {}, { parts: 'part 1' }));
    expect(insideParts.windings).not.toEqual(inside.windings);
    expect(hits.triangles.filter((triangle) => triangle >= 0).length).toBeGreaterThan(100);
    expect(spheres.triangles.length).toBeGreaterThan(100);
    queries.end();
  });
});

describe('threads', () => {
  const mesh = meshes['ball']!;

  it('take plain numbers, f32, and empty batches', async () => {
    const { tree, queries } = threadsOf(mesh, 'wide', 2);
    const plain = { origins: [0, 0, 5, 0, 0, 5], directions: Float32Array.of(0, 0, -1, 0, 0.1, -1) };
    expect(await queries.raycastMany(plain)).toEqual(raycastMany(tree, mesh, plain));
    expect((await queries.closestPointMany({ points: [] })).triangles).toHaveLength(0);
    expect(await queries.overlapMany({ centers: [], radii: [] })).toEqual({ offsets: new Uint32Array(1), triangles: new Uint32Array(0) });
  });

  it('that end are replaced, with the same results', async () => {
    const { tree, queries, started } = threadsOf(mesh, 'wide', 2, (batch) => batch === 1);
    expect(await queries.closestPointMany({ points })).toEqual(closestPointMany(tree, mesh, { points }));
    expect(started()).toBe(3);
  });

  it('refuse a wrong query by its number, and go on', async () => {
    const { queries } = threadsOf(mesh, 'wide', 2);
    const wrong = points.slice();
    wrong[3 * 7000 + 1] = Number.NaN;
    await expect(queries.closestPointMany({ points: wrong })).rejects.toThrow(/^Point 7000: .*finite/);
    await expect(queries.raycastMany({ origins: wrong, directions })).rejects.toThrow(/^Ray 7000: .*finite/);
    await expect(queries.overlapMany({ centers: points, radii: lengths.map((length) => -length) })).rejects.toThrow(/^Sphere 0: /);
    await expect(queries.insideMany({ points }, { accuracy: -1 })).rejects.toThrow(/^Accuracy cannot be -1/);
    await expect(queries.insideMany({ points }, {}, { parts: 'none' })).rejects.toThrow(/none/);
    expect((await queries.closestPointMany({ points: [0, 0, 3] })).triangles[0]).toBeGreaterThanOrEqual(0);
  });

  it('cancel what runs and waits when they are ended', async () => {
    const { queries } = threadsOf(mesh, 'wide', 2);
    const batches = [queries.closestPointMany({ points }), queries.overlapMany({ centers: points, radii: lengths })];
    await Promise.resolve();
    queries.end();
    for (const batch of batches) await expect(batch).rejects.toMatchObject({ code: 'cancelled' });
    await expect(queries.closestPointMany({ points })).rejects.toMatchObject({ code: 'cancelled' });
  });

  it.each([0, 1.5, Number.NaN])('are not %d', (threads) => {
    expect(() => threadsOf(mesh, 'wide', threads)).toThrow(/number of threads/);
  });

  it('refuse a tree of another mesh', () => {
    const { start } = fakeThreads(serveQueries);
    expect(() => createQueryThreads(buildTree(mesh), meshes['soup']!, 2, start)).toThrow(/The tree was built for/);
  });
});
