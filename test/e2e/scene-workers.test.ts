import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SceneStep } from '#core/scene';
import { everyLayer, type SceneDocument, type SceneInstance } from '#core/scene/document/scene-document';
import { sceneText } from '#core/scene/document/scene-text';
import { seededRandom } from '../fixtures/random.ts';
import { ball } from '../fixtures/shapes.ts';
import { objText } from '../main/product.ts';
import { runInProcess } from '../main/run-in-process.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { funnel, shown } from './scene-page.ts';
import { typeInto } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-scene-workers-'));
writeFileSync(join(folder, 'ball.obj'), objText(ball(8, 6)));
const file = join(folder, 'cloud.boxwood-scene.json');
writeFileSync(file, sceneText(cloud()));
afterAll(() => rmSync(folder, { recursive: true }));

/** 60 walking balls in a cube. */
function cloud(): SceneDocument {
  const random = seededRandom(5);
  const at = (): number => 9 * (random() - 0.5);
  const instances = Array.from({ length: 60 }, (_, k): SceneInstance => {
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, at(), at(), at(), 1];
    return { mesh: 0, matrix, set: 'moving', layer: 1, mask: everyLayer, motion: { kind: 'walk', seed: k, stride: 0.4 } };
  });
  return { meshes: ['ball.obj'], instances };
}

describeApp('the workers of a scene', [file], (app) => {
  let steps: readonly SceneStep[];
  beforeAll(async () => {
    const { out } = await runInProcess(['scene', file, '--narrow', '--steps', '100', '--json']);
    ({ steps } = JSON.parse(out) as { steps: readonly SceneStep[] });
  });

  const pairsAt = (step: number): readonly number[] => {
    const { pairs, narrow } = steps[step]!;
    return [pairs, narrow!.spheres, narrow!.overlaps];
  };
  const expectPairs = async (step: number): Promise<void> => {
    const { page } = app();
    await page.getByTestId('scene-slider').fill(`${step}`);
    await shown(page, step);
    // A scene that runs again can still come from the step before.
    await expect.poll(async () => (await funnel(page)).slice(1)).toEqual(pairsAt(step));
  };
  const cost = (): Promise<string> => app().page.getByTestId('scene-cost').innerText();

  const endings: readonly (readonly [string, (worker: Worker) => Promise<unknown>])[] = [
    ['that ends without an error', (worker) => worker.evaluate('self.close()')],
    ['with an error that nobody caught', (worker) => worker.evaluate('void setTimeout(() => { throw new Error("killed") })')],
  ];

  test.each(endings)('a worker %s is replaced while the scene plays, and no pair is lost', async (_, end) => {
    const { page } = app();
    await shown(page, 0);
    const before = replacedCount(await cost());
    await page.keyboard.press('Alt+d');
    await expect.poll(() => shownStep(page)).toBeGreaterThan(0);
    await end(sceneWorker(page));
    await expect.poll(async () => replacedCount(await cost())).toBe(before + 1);
    // It plays on.
    const step = await shownStep(page);
    await expect.poll(() => shownStep(page)).not.toBe(step);
    expect(await page.locator('.scene-bar [data-command="playScene"]').getAttribute('aria-label')).toBe('Pause');
    await page.keyboard.press('Alt+d');
    for (const wanted of [99, 40, 0]) await expectPairs(wanted);
    expect(await page.getByTestId('scene-problem').count()).toBe(0);
  });

  test('a thread of the narrow phase that ends is replaced, and no pair is lost', async () => {
    const { page } = app();
    await typeInto(page, 'option-scene-threads', '2');
    await expect.poll(() => narrowWorkers(page).length).toBe(2);
    await expectPairs(7);
    const ended = narrowWorkers(page)[0]!;
    await ended.evaluate('self.close()');
    await expect.poll(() => [narrowWorkers(page).length, narrowWorkers(page).includes(ended)]).toEqual([2, false]);
    await expectPairs(8);
    await expect.poll(cost).toContain('1 thread replaced');
    await typeInto(page, 'option-scene-threads', '1');
    await expectPairs(0);
  });

  test('a worker that ends again and again is a message, and the scene runs again by its button', async () => {
    const { page } = app();
    await page.evaluate(() => {
      const Started = globalThis.Worker;
      globalThis.Worker = class extends Started {
        constructor(address: string | URL, options?: WorkerOptions) {
          super(address, options);
          if (!String(address).includes('scene-worker')) return;
          counts.scene++;
          setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'killed' })));
        }
      };
      const counts = { scene: 0 };
      Object.assign(globalThis, { startedWorker: Started, startedCounts: counts });
    });
    await page.getByTestId('option-scene-method').selectOption('tree');
    const problem = page.getByTestId('scene-problem');
    await expect.poll(() => problem.innerText()).toContain('The worker that runs the scene has ended');
    // A drag of the slider starts no worker before its end.
    const started = await page.getByTestId('scene-slider').evaluate((slider: HTMLInputElement) => {
      const { startedCounts } = globalThis as unknown as { startedCounts: { readonly scene: number } };
      const before = startedCounts.scene;
      return ['input 3', 'input 4', 'change 4'].map((text) => {
        const [kind, step] = text.split(' ');
        slider.value = step!;
        slider.dispatchEvent(new Event(kind!, { bubbles: true }));
        return startedCounts.scene - before;
      });
    });
    expect(started).toEqual([0, 0, 1]);
    await expect.poll(() => problem.innerText()).toContain('The worker that runs the scene has ended');
    await page.evaluate(() => {
      globalThis.Worker = (globalThis as unknown as { startedWorker: typeof Worker }).startedWorker;
    });
    await page.getByTestId('scene-again').click();
    await expect.poll(() => problem.count()).toBe(0);
    for (const step of [0, 5]) await expectPairs(step);
    await page.getByTestId('option-scene-method').selectOption('sap');
    await shown(page, 5);
    expectQuietConsole(app());
  });
});

function replacedCount(text: string): number {
  return Number(/(\d+) workers? replaced/.exec(text)?.[1] ?? 0);
}

async function shownStep(page: Page): Promise<number> {
  return Number(await page.getByTestId('scene-step').getAttribute('data-step'));
}

function sceneWorker(page: Page): Worker {
  return page.workers().find((worker) => worker.url().includes('scene-worker'))!;
}

function narrowWorkers(page: Page): readonly Worker[] {
  return page.workers().filter((worker) => worker.url().includes('narrow-worker'));
}
