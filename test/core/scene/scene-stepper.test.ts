import { expect, it } from 'vitest';
import { defaultValues } from '#core/options/option';
import { sceneOptions } from '#core/options/scene-options';
import { noProgress } from '#core/progress';
import { runScene } from '#core/scene/run-scene';
import { packScene } from '#core/scene/document/packed-scene';
import { createSceneStepper } from '#core/scene/scene-stepper';
import { treedScene } from '../../fixtures/narrow-scenes.ts';

const noThread = (): never => {
  throw new Error('one thread');
};

it('a stepper that goes on step by step has the figures of a run', async () => {
  const { bytes, scene } = treedScene(24, 5, 3);
  const options = { ...defaultValues(sceneOptions), narrow: true, steps: 4 };
  const { steps, firstPairs } = await runScene(bytes, scene, options, noProgress, noThread);
  const stepper = createSceneStepper(bytes, packScene(scene), options, noThread);
  expect(steps).toHaveLength(4);
  for (const [step, expected] of steps.entries()) {
    const { facts, pairs } = await stepper.run(step, true, noProgress);
    const untimed = { ...expected, milliseconds: 0, narrow: { ...expected.narrow!, milliseconds: 0 } };
    expect({ ...facts, milliseconds: 0, narrow: { ...facts.narrow!, milliseconds: 0 } }).toEqual(untimed);
    if (step === 0) expect(pairs).toEqual(firstPairs);
  }
});

it('the pairs of a step do not depend on the steps before it', async () => {
  const { bytes, scene } = treedScene(24, 6, 3);
  const options = { ...defaultValues(sceneOptions), narrow: true };
  const inOrder = createSceneStepper(bytes, packScene(scene), options, noThread);
  const expected = [];
  for (let step = 0; step < 5; step++) expected.push(await inOrder.run(step, true, noProgress));
  const jumping = createSceneStepper(bytes, packScene(scene), options, noThread);
  for (const step of [3, 0, 4, 4, 1, 2]) {
    const { pairs, narrow } = await jumping.run(step, true, noProgress);
    expect(pairs).toEqual(expected[step]!.pairs);
    expect(narrow!.near).toEqual(expected[step]!.narrow!.near);
    expect(narrow!.overlaps).toEqual(expected[step]!.narrow!.overlaps);
  }
});
