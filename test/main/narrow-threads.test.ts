import { defaultValues } from '#core/options/option';
import { sceneOptions } from '#core/options/scene-options';
import { noProgress } from '#core/progress';
import { runScene } from '#core/scene/run-scene';
import { expect, test } from 'vitest';
import { startNarrowThread } from '../../main/worker/start-narrow-thread.ts';
import { treedScene } from '../fixtures/narrow-scenes.ts';

const productHelper = new URL('../../dist/main/worker/narrow-helper.js', import.meta.url);
const endingHelper = new URL('./ending-narrow-helper.mjs', import.meta.url);

test('threads that share memory find what one thread finds, and those that end are replaced', async () => {
  const { bytes, scene } = treedScene(40, 21, 4);
  const overlapsOf = async (threads: number, script: URL): Promise<{ found: unknown; lost: number }> => {
    const options = { ...defaultValues(sceneOptions), narrow: true, steps: 2, threads };
    const { steps, firstOverlaps } = await runScene(bytes, scene, options, noProgress, () => startNarrowThread(script));
    return { found: [Array.from(firstOverlaps!), steps[1]!.narrow!.overlaps], lost: steps[1]!.narrow!.lost };
  };
  const one = await overlapsOf(1, productHelper);
  expect(await overlapsOf(2, productHelper)).toEqual(one);
  const ending = await overlapsOf(2, endingHelper);
  expect(ending.found).toEqual(one.found);
  expect(ending.lost).toBeGreaterThan(3);
});
