import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { importMesh } from '#core/import/import-mesh';
import { noProgress } from '#core/progress';
import { walk } from '#core/sweep/walk/walk';
import { parseWalk } from '#core/sweep/walk/walk-file';
import { treed } from '../fixtures/treed.ts';
import { describeApp, type App } from './app.ts';
import { chooseFiles, documentReady, steadyView } from './view.ts';

const sample = 'resources/samples/keep.glb';

describeApp('a walk in the served app', [sample], (app) => {
  test('falls to the ground, walks by keys with its contacts, and stays above the ground', async () => {
    const { page, picture } = app();
    await documentReady(page, 'keep.glb');
    await steadyView(page);
    await page.keyboard.press('Alt+u');
    await page.getByTestId('walk-facts').waitFor();
    await expect.poll(() => fact(app(), 'grounded')).toBe('true');
    const start = await position(app());
    await page.keyboard.down('w');
    await expect.poll(async () => distance(await position(app()), start)).toBeGreaterThan(1);
    await page.keyboard.up('w');
    expect(Number(await fact(app(), 'contacts'))).toBeGreaterThan(0);
    expect(await fact(app(), 'tunnelled')).toBe('false');
    await picture('walk');
  });

  test('is replayed step by step, and its file gives the same walk without the app', async () => {
    const { page } = app();
    const recorded = Number(await fact(app(), 'recorded'));
    const end = await position(app());
    const download = page.waitForEvent('download');
    await page.locator('[data-testid=fly-bar] [data-command=saveWalk]').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('keep-walk.json');
    const saved = parseWalk(readFileSync(await file.path(), 'utf8'));
    const context = { fileName: 'keep.glb', progress: noProgress, readSideFile: async () => null };
    const { mesh } = await importMesh(readFileSync(sample), context);
    const replayed = walk(treed(mesh).tree, mesh, saved);
    expect(replayed.steps.length).toBeGreaterThanOrEqual(recorded);
    expect(replayed.tunnelled).toBe(false);
    expect(distance(replayed.end.position, end)).toBeLessThan(0.01);
    await page.locator('[data-testid=fly-bar] [data-command=replayWalk]').click();
    await expect.poll(() => fact(app(), 'at-end')).toBe('true');
    expect((await position(app())).join()).toBe(replayed.end.position.join());
  });

  test('other settings replay the walk, and a saved walk is opened again', async () => {
    const { page, picture } = app();
    const download = page.waitForEvent('download');
    await page.locator('[data-testid=fly-bar] [data-command=saveWalk]').click();
    const path = await (await download).path();
    const end = await position(app());
    await page.getByTestId('walk-mode').getByRole('radio', { name: 'Push-out' }).click();
    await expect.poll(() => fact(app(), 'at-end')).toBe('true');
    expect(distance(await position(app()), end)).toBeGreaterThan(0.1);
    expect(await page.getByTestId('walk-contacts').innerText()).toMatch(/^\d+$/);
    await picture('walk-settings');
    await chooseFiles(page, () => page.locator('[data-testid=fly-bar] [data-command=openWalk]').click(), path);
    await expect.poll(async () => distance(await position(app()), end)).toBe(0);
  });

  test('the chase camera is behind the body, and Escape ends the walk', async () => {
    const { page } = app();
    const button = page.locator('[data-testid=fly-bar] [data-command=walkView]');
    await button.click();
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByTestId('walk-facts').waitFor({ state: 'detached' });
  });
});

function fact({ page }: App, name: string): Promise<string | null> {
  return page.getByTestId('walk-facts').getAttribute(`data-${name}`);
}

async function position(app: App): Promise<readonly number[]> {
  return (await fact(app, 'position'))!.split(',').map(Number);
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, k) => value - b[k]!));
}
