import { join } from 'node:path';
import { expect, test } from 'vitest';
import { corpusFolder, describeCorpus } from '../corpus/corpus.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, middleOfView, numbers } from './view.ts';

describeCorpus('a real level', () => {
  describeApp('a level of 2,176 brushes in the served app', [join(corpusFolder, 'level/openarena/oasago2.brushes.obj')], (app) => {
    test('is entered by the wheel through its outer walls, and walked on inside', async () => {
      const { page, picture } = app();
      await documentReady(page, 'oasago2.brushes.obj');
      await page.keyboard.press('Shift+V');
      const eye = (): Promise<number[]> => numbers(page, 'camera-eye');
      // From the geometry facts of the corpus.
      const [min, max] = [
        [-107.25, -25.25, -80],
        [113.125, 48.125, 80],
      ];
      const isInside = (at: readonly number[]): boolean => at.every((value, k) => value > min[k]! && value < max[k]!);
      expect(isInside(await eye())).toBe(false);
      await page.mouse.move(...(await middleOfView(page)));
      const notch = async (): Promise<void> => {
        const before = await eye();
        await page.mouse.wheel(0, -100);
        await expect.poll(eye).not.toEqual(before);
      };
      let notches = 0;
      for (; notches < 40 && !isInside(await eye()); notches++) await notch();
      expect(isInside(await eye())).toBe(true);
      const entered = await eye();
      for (let i = 0; i < 5; i++) await notch();
      const inside = await eye();
      expect(isInside(inside)).toBe(true);
      expect(Math.hypot(...inside.map((value, k) => value - entered[k]!))).toBeGreaterThan(5);
      await picture('level-inside');
      expectQuietConsole(app());
    });
  });
});
