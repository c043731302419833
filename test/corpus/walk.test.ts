import type { Vec3 } from '#core/math/vec3';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { segmentCast } from '#core/query/segment/segment';
import { walk } from '#core/sweep/walk/walk';
import { parseWalk, walkText } from '#core/sweep/walk/walk-file';
import type { WalkStep } from '#core/sweep/walk/walk-request';
import { expect, it } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';
import { recordedWalk } from './walk-levels.ts';

interface Level {
  readonly path: string;
  readonly seed: number;
  /** Length of the diagonal of the ground that the walk covers, at least, in metres. */
  readonly span: number;
  /** See `recordedWalk`. */
  readonly reach?: number;
}

const levels: readonly Level[] = [
  { path: 'level/recast/nav_test.obj', seed: 1, span: 30 },
  { path: 'level/recast/dungeon.obj', seed: 3, span: 25 },
  { path: 'level/godot/town_model.gltf', seed: 3, span: 25, reach: 40 },
  { path: 'level/openarena/oa_dm1.brushes.obj', seed: 3, span: 25 },
  { path: 'level/openarena/aggressor.brushes.obj', seed: 7, span: 25 },
  { path: 'level/openarena/oa_shouse.brushes.obj', seed: 7, span: 40 },
  { path: 'level/openarena/oasago2.brushes.obj', seed: 3, span: 15 },
  { path: 'level/openarena/q3dm6ish.brushes.obj', seed: 3, span: 15 },
];
const legs = isFullRun ? 200 : 40;

/** Counts the steps whose centre, head or feet pass through the surface, by exact segments. */
function passes({ tree, mesh }: TreedMesh, half: number, steps: readonly WalkStep[]): number {
  let count = 0;
  for (const { path } of steps) {
    for (const height of [-half, 0, half]) {
      const at = ([x, y, z]: Vec3): Vec3 => [x, y + height, z];
      const isCut = path.slice(1).some((to, i) => {
        const [from, end] = [at(path[i]!), at(to)];
        return from.join() !== end.join() && segmentCast(tree, mesh, { from, to: end }, { mode: 'any' }).hits.length > 0;
      });
      if (isCut) count++;
    }
  }
  return count;
}

describeCorpus('walks through real levels', () => {
  it.each(levels)('$path: far, on the ground, through nothing, and the same again from its file', async ({ path, seed, span, reach }) => {
    const mesh = await corpusMesh(path);
    if (mesh === null) throw new Error(`${path} was refused`);
    const level = treed(mesh);
    const recorded = recordedWalk(level, seed, legs, reach);
    const positions = recorded.steps.map(({ position }) => position);
    const extent = (k: 0 | 2): number => Math.max(...positions.map((p) => p[k])) - Math.min(...positions.map((p) => p[k]));
    expect(Math.hypot(extent(0), extent(2))).toBeGreaterThan(span);
    expect(recorded.steps.filter(({ grounded }) => grounded).length).toBeGreaterThan(0.5 * recorded.steps.length);
    expect(recorded.steps.filter(({ tunnelled }) => tunnelled)).toEqual([]);
    expect(passes(level, 0.5, recorded.steps)).toBe(0);
    const replayed = walk(level.tree, mesh, parseWalk(walkText(recorded.walk)));
    expect(replayed.tunnelled).toBe(false);
    expect(replayed.steps).toEqual(recorded.steps);
    // As fast as a bullet, its first leg ends at the first wall.
    const fast = recorded.walk.inputs.map((input) => ({ ...input, move: input.move.map((v) => 200 * v) as unknown as Vec3, steps: 1 }));
    const shot = walk(level.tree, mesh, { ...recorded.walk, inputs: fast });
    expect(shot.tunnelled).toBe(false);
    expect(passes(level, 0.5, shot.steps)).toBe(0);
  });
});
