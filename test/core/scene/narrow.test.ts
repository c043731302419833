import { multiply } from '#core/math/matrix';
import { inverseTransform } from '#core/math/transform';
import { defaultValues } from '#core/options/option';
import { sceneOptions, type SceneOptions } from '#core/options/scene-options';
import { pairsBruteForce } from '#core/pair/pairs/brute-force';
import { noProgress, type Progress } from '#core/progress';
import { narrowPlan, predictedCost } from '#core/scene/narrow/narrow-batches';
import { serveNarrow } from '#core/scene/narrow/serve-narrow';
import { runScene, type SceneRun } from '#core/scene/run-scene';
import { describe, expect, it } from 'vitest';
import { fakeThreads } from '../../fixtures/fake-threads.ts';
import { treedScene, type TreedScene } from '../../fixtures/narrow-scenes.ts';

const base: SceneOptions = { ...defaultValues(sceneOptions), narrow: true, steps: 3 };

function run(
  { bytes, scene }: TreedScene,
  threads: number,
  start = fakeThreads(serveNarrow).start,
  progress: Progress = noProgress,
): Promise<SceneRun> {
  return runScene(bytes, scene, { ...base, threads }, progress, start);
}

/** The steps without times. */
function facts({ steps, firstPairs, firstOverlaps }: SceneRun): unknown {
  const untimed = steps.map(({ milliseconds: _, narrow, ...rest }) => ({
    ...rest,
    spheres: narrow!.spheres,
    overlaps: narrow!.overlaps,
    byAxes: narrow!.byAxes,
  }));
  return { untimed, pairs: Array.from(firstPairs), overlaps: Array.from(firstOverlaps!) };
}

describe('the narrow phase', () => {
  it('finds the pairs that brute force finds, whatever the spheres leave out', async () => {
    let found = 0;
    let culled = 0;
    let byAxes = 0;
    for (const seed of [1, 2]) {
      const treed = treedScene(14, seed, 3);
      const { firstPairs, firstOverlaps, steps } = await run(treed, 1);
      const { instances } = treed.scene;
      const wanted: number[] = [];
      for (let i = 0; i < instances.length; i++) {
        for (let j = i + 1; j < instances.length; j++) {
          const aFromB = multiply(inverseTransform(instances[i]!.matrix), instances[j]!.matrix).map((value, k) =>
            k === 15 ? 1 : k % 4 === 3 ? 0 : value,
          );
          const all = pairsBruteForce(treed.meshes[instances[i]!.mesh]!, treed.meshes[instances[j]!.mesh]!, aFromB);
          if (all.length > 0) wanted.push(i, j);
        }
      }
      expect(Array.from(firstOverlaps!)).toEqual(wanted);
      found += wanted.length / 2;
      culled += firstPairs.length / 2 - steps[0]!.narrow!.spheres;
      byAxes += steps[0]!.narrow!.byAxes;
    }
    expect(found).toBeGreaterThan(10);
    expect(culled).toBeGreaterThan(0);
    // Pairs of boxes.
    expect(byAxes).toBeGreaterThan(3);
  });

  it('returns the same with any number of threads, also when some of them end', async () => {
    const treed = treedScene(60, 9, 5);
    const one = facts(await run(treed, 1));
    expect(facts(await run(treed, 2))).toEqual(one);
    expect(facts(await run(treed, 5))).toEqual(one);
    const dying = fakeThreads(serveNarrow, (batch) => batch % 7 === 3);
    const result = await run(treed, 3, dying.start);
    expect(facts(result)).toEqual(one);
    const lost = result.steps.at(-1)!.narrow!.lost;
    expect(lost).toBeGreaterThan(5);
    expect(dying.started()).toBe(3 + lost);
  });

  it('gives up when threads end again and again', async () => {
    const dying = fakeThreads(serveNarrow, () => true);
    await expect(run(treedScene(30, 4, 3), 2, dying.start)).rejects.toMatchObject({ code: 'worker-lost' });
    expect(dying.started()).toBeLessThan(20);
  });

  it('goes on without pairs whose matrices differ too much in scale, and names them, with any number of threads', async () => {
    const { meshes, bytes, scene } = treedScene(2, 1, 1);
    const scaled = (scale: number) => [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, scale % 1, 0, 0, 1];
    const instances = [1e-160, 1e160, 1, 1.5].map((scale) => ({ ...scene.instances[0]!, mesh: 0, matrix: scaled(scale), motion: null }));
    const alike = await run({ meshes, bytes, scene: { ...scene, instances: instances.slice(2) } }, 1);
    for (const threads of [1, 2]) {
      const { steps, firstOverlaps } = await run({ meshes, bytes, scene: { ...scene, instances } }, threads);
      const { undecided, undecidedPairs } = steps[0]!.narrow!;
      expect(undecided).toBe(undecidedPairs.length);
      expect(undecidedPairs[0]).toEqual([0, 1]);
      const others = [2, 3];
      expect([...firstOverlaps!].filter((i) => others.includes(i))).toEqual([...alike.firstOverlaps!].map((i) => i + 2));
      expect(alike.firstOverlaps).toHaveLength(2);
    }
  });

  it.each([1e-250, 1e-170, 1e-120, 1e120, 1e170, 1e250])('tests scenes at scale %d as those at scale 1', async (size) => {
    const { meshes, bytes, scene } = treedScene(30, 4, 3);
    const power = 2 ** Math.round(Math.log2(size));
    const instances = scene.instances.map((instance) => ({
      ...instance,
      matrix: instance.matrix.map((value, k) => (k % 4 === 3 ? value : value * power)),
      motion: null,
    }));
    const plain = scene.instances.map((instance) => ({ ...instance, motion: null }));
    const { firstOverlaps: wanted } = await run({ meshes, bytes, scene: { ...scene, instances: plain } }, 1);
    const { steps, firstOverlaps } = await run({ meshes, bytes, scene: { ...scene, instances } }, 1);
    expect(wanted!.length).toBeGreaterThan(0);
    expect([...firstOverlaps!]).toEqual([...wanted!]);
    expect(steps[0]!.narrow!.undecided).toBe(0);
  });

  it('ends when it is cancelled between two batches', async () => {
    let calls = 0;
    const cancel: Progress = (fraction) => {
      if (fraction > 0.1 && ++calls > 20) throw new Error('cancelled');
    };
    await expect(run(treedScene(60, 9, 5), 2, undefined, cancel)).rejects.toThrow('cancelled');
  });
});

describe('batches', () => {
  it('hold every pair once, expensive ones first, in parts of nearly equal cost', () => {
    const costs = Float64Array.from({ length: 1000 }, (_, i) => 1 + ((i * 37) % 100));
    const { order, batches } = narrowPlan(costs, 2);
    expect(Array.from(order).sort((a, b) => a - b)).toEqual(Array.from(costs, (_, i) => i));
    expect(batches[0]!.from).toBe(0);
    expect(batches.at(-1)!.to).toBe(1000);
    batches.slice(1).forEach(({ from }, k) => expect(from).toBe(batches[k]!.to));
    const sums = batches.map(({ from, to }) => Array.from(order.subarray(from, to), (pair) => costs[pair]!).reduce((a, b) => a + b, 0));
    const share = sums.reduce((a, b) => a + b, 0) / 32;
    for (const sum of sums.slice(0, -1)) {
      expect(sum).toBeGreaterThanOrEqual(share);
      expect(sum).toBeLessThan(share + 101);
    }
    expect(narrowPlan(new Float64Array(0), 4).batches).toEqual([]);
  });

  it('predict more for larger meshes and for boxes that share more', () => {
    const boxes = Float64Array.of(0, 0, 0, 2, 2, 2, 1, 1, 1, 3, 3, 3, 2, 2, 2, 4, 4, 4);
    expect(predictedCost(boxes, 0, 1, 10, 10)).toBeGreaterThan(predictedCost(boxes, 0, 2, 10, 10));
    expect(predictedCost(boxes, 0, 1, 1000, 10)).toBeGreaterThan(predictedCost(boxes, 0, 1, 10, 10));
    expect(predictedCost(Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1), 0, 1, 0, 0)).toBe(9);
  });
});
