import { expect, it } from 'vitest';
import { chooseClip, refitFrames, refitWays } from '#core/job/refit-run';
import { runRefit } from '#core/job/refit-job';
import { poseAt } from '#core/mesh/animation/pose-at';
import { writeMeshBytes } from '#core/mesh/mesh-bytes';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import { refitTree } from '#core/tree/refit/refit-tree';
import { sahCost } from '#core/tree/subtree-costs';
import { shuffledBoxes } from '../../fixtures/animated.ts';
import { treeKinds } from '../../fixtures/kinds.ts';
import { knot } from '../../fixtures/shapes.ts';
import { importText } from '../import/import-bytes.ts';

const imported = await importText(shuffledBoxes(), 'shuffled.gltf');
const { mesh } = imported;
const animation = imported.animation!;
const build = defaultValues(buildOptions);
const frames = [...refitFrames(mesh, animation, animation.clips[0]!, build, { frames: 5, rebuildPercent: 150 })];

it('reports the cost of a refit of the first tree and of a rebuild for each frame', () => {
  expect(frames.map(({ seconds }) => seconds)).toEqual([0, 0.5, 1, 1.5, 2]);
  const first = openTree(buildTree(mesh, build));
  for (const { seconds, refittedCost, rebuiltCost, decay, shouldRebuild } of frames) {
    const posed = { ...mesh, positions: mesh.positions.slice() };
    poseAt(animation, animation.clips[0]!, seconds, posed.positions);
    expect(rebuiltCost).toBe(sahCost(openTree(buildTree(posed, build))));
    expect(refittedCost).toBe(sahCost(openTree(refitTree(first, posed))));
    expect(decay).toBe(refittedCost! / sahCost(first)!);
    expect(shouldRebuild).toBe(decay! > 1.5);
  }
  expect(frames[0]).toMatchObject({ refittedCost: frames[0]!.rebuiltCost, decay: 1, shouldRebuild: false });
  expect(frames.map(({ shouldRebuild }) => shouldRebuild)).toContain(true);
});

it('reports the engines of refit and rebuild, and counts the copies', () => {
  const engines = (kind: BuildOptions['kind']): readonly unknown[] => {
    const [first, second] = refitFrames(mesh, animation, animation.clips[0]!, { ...build, kind }, { frames: 2, rebuildPercent: 150 });
    return [
      first!.refitEngine,
      first!.rebuildEngine,
      first!.copyMilliseconds > 0,
      second!.copyMilliseconds,
      first!.likeMilliseconds === first!.refitMilliseconds,
    ];
  };
  expect(engines('aabb')).toEqual(['webassembly', 'webassembly', true, 0, true]);
  expect(engines('wide')).toEqual(['webassembly', 'webassembly', true, 0, true]);
  expect(engines('sphere')).toEqual(['typescript', 'typescript', false, 0, true]);
  const [refit, , both] = refitWays(frames);
  const middle = frames.map(({ refitMilliseconds }) => refitMilliseconds).sort((a, b) => a - b)[2]!;
  expect(refit!.milliseconds).toBe(5 * middle + frames[0]!.copyMilliseconds);
  expect(frames[0]!.advised.milliseconds).toBe(frames[0]!.refitMilliseconds + frames[0]!.copyMilliseconds);
  expect(both!.rebuilds).toBeGreaterThan(0);
});

it('rebuilds when that is advised, and continues from there', () => {
  const advised = frames.map(({ advised: { rebuilt } }) => rebuilt);
  expect(advised).toContain(true);
  for (const { advised: way, rebuiltCost } of frames) if (way.rebuilt) expect(way.cost).toBe(rebuiltCost);
  const [refit, rebuild, both] = refitWays(frames);
  expect([refit!.rebuilds, rebuild!.rebuilds, both!.rebuilds]).toEqual([0, 5, advised.filter(Boolean).length]);
  expect(both!.meanCost!).toBeLessThan(refit!.meanCost!);
  expect(rebuild!.meanCost!).toBeLessThanOrEqual(both!.meanCost!);
});

it('reports median frames, whatever the delay of a single one', () => {
  const times = (list: typeof frames): readonly number[] => refitWays(list).map(({ milliseconds }) => milliseconds);
  const even = frames.map((frame) => ({
    ...frame,
    refitMilliseconds: 1,
    rebuildMilliseconds: 3,
    copyMilliseconds: 0,
    advised: { rebuilt: false, milliseconds: 1, cost: 1 },
  }));
  expect(times(even)).toEqual([5, 15, 5]);
  expect(
    times(
      even.with(2, {
        ...even[2]!,
        refitMilliseconds: 400,
        rebuildMilliseconds: 500,
        advised: { rebuilt: false, milliseconds: 400, cost: 1 },
      }),
    ),
  ).toEqual([5, 15, 5]);
  expect(
    times(
      even
        .with(0, { ...even[0]!, copyMilliseconds: 7, advised: { rebuilt: false, milliseconds: 8, cost: 1 } })
        .with(4, { ...even[4]!, advised: { rebuilt: true, milliseconds: 9, cost: 1 } }),
    ),
  ).toEqual([12, 15, 20]);
  expect(frames.every(({ refitMilliseconds }) => refitMilliseconds > 0)).toBe(true);
});

it('refits every kind to a valid tree of a pose, and back to the same bytes at rest', () => {
  const posed = { ...mesh, positions: mesh.positions.slice() };
  poseAt(animation, animation.clips[0]!, 1.3, posed.positions);
  for (const kind of treeKinds) {
    const tree = openTree(buildTree(mesh, { kind }));
    const moved = openTree(refitTree(tree, posed));
    expect(checkTree(moved, posed), kind).toEqual([]);
    expect(Buffer.compare(Buffer.from(refitTree(moved, mesh)), Buffer.from(refitTree(tree, mesh))), kind).toBe(0);
  }
});

it('runs as a job, and is refused without animation or without the named clip', () => {
  const plain = (length: number): ArrayBuffer => new ArrayBuffer(length);
  const request = {
    kind: 'refit',
    mesh: writeMeshBytes(mesh, plain, animation),
    build,
    options: { clip: 'Shuffle', frames: 3, rebuildPercent: 150 },
  } as const;
  const fractions: number[] = [];
  expect(runRefit(request, (fraction) => fractions.push(fraction))).toMatchObject({
    clip: { name: 'Shuffle', seconds: 2 },
    frames: [{ seconds: 0 }, { seconds: 1 }, { seconds: 2 }],
  });
  expect(fractions.at(-1)).toBe(1);
  expect([...fractions].sort((a, b) => a - b)).toEqual(fractions);
  expect(() => runRefit({ ...request, mesh: writeMeshBytes(knot(), plain) }, () => {})).toThrow(/no animation/);
  expect(chooseClip(animation, '0')).toBe(animation.clips[0]);
  expect(() => chooseClip(animation, 'Walk')).toThrow(expect.objectContaining({ fix: 'Use one of 0 Shuffle' }));
});
