import { join } from 'node:path';
import { meshBounds } from '#core/mesh/bounds';
import { meshTopology } from '#core/mesh/topology';
import { findSnags } from '#core/health/study/snags/find-snags';
import { flatTriangles } from '#core/health/study/flat-triangles';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import { expect, it } from 'vitest';
import { joltSweeper } from '../bench/jolt-sweeper.ts';
import { physxSweeper } from '../bench/physx-sweeper.ts';
import { rapierSweeper } from '../bench/rapier-sweeper.ts';
import { describeCorpus, readTable } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';

const known = readTable(join(import.meta.dirname, 'snag-replays.tsv'));
const paths = [...new Set(known.map(({ path = '' }) => path))];
/** Of the radius: the engines have f32 numbers, and the ball rolls a thousandth of its radius above the face. */
const maxDifference = 0.02;

/**
 * The worst five snags of a ball on each mesh of `snag-replays.tsv`, rolled again in Rapier, Jolt and PhysX: the same ball is cast along the same line.
 * The table says of each engine whether it stops at the snag as ours does, or what else it does. Where one differs, exact arithmetic over all
 * triangles confirms ours.
 */
describeCorpus('snags in engines', () => {
  it.each(paths)('%s: the worst five, replayed in Rapier, Jolt and PhysX', async (path) => {
    const engines = [await rapierSweeper(), await joltSweeper(), await physxSweeper()];
    const read = await corpusMesh(path);
    if (read === null) throw new Error(`${path} was refused`);
    // Of the numbers that the engines have.
    const mesh = { ...read, positions: read.positions.map(Math.fround) };
    const { min, max } = meshBounds(mesh)!;
    const diagonal = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    const options = { ...defaultValues(healthOptions), snags: true, effort: 20_000 };
    const { worst } = findSnags(
      { mesh, topology: meshTopology(mesh), isFlat: flatTriangles(mesh, meshTopology(mesh)), diagonal, options },
      noProgress,
    );
    const rows = worst.map(({ edge, height, time, sweep: { shape, from, to } }) => {
      if (shape.kind !== 'sphere') throw new Error('the body is a ball');
      const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
      const replies = engines.map((load) => {
        const theirs = load(mesh, { kind: 'sphere', radius: shape.radius })(from, to);
        if (theirs === null) return 'passes';
        if (theirs === 0) return 'starts inside';
        const late = ((theirs - time) * length) / shape.radius;
        return Math.abs(late) <= maxDifference ? 'stops' : late < 0 ? 'stops early' : 'stops late';
      });
      if (replies.some((reply) => reply !== 'stops')) {
        const sweep = { shape, from, to };
        const exact = sweepBruteForce(mesh, sweep, [time, time + 1e-3]);
        expect([exact.state, exact.touchesBefore]).toEqual(['hit', false]);
        expect(exact.intervalTriangles.length).toBeGreaterThan(0);
      }
      return [path, edge, (height / shape.radius).toFixed(3), ...replies].join('\t');
    });
    const expected = known.filter((row) => row['path'] === path);
    expect(rows).toEqual(expected.map((row) => [path, row['edge'], row['height'], row['Rapier'], row['Jolt'], row['PhysX']].join('\t')));
    for (const { reason } of expected) expect(reason).toMatch(/\w{3}/);
  });
});
