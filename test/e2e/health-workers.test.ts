import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkMesh, readMesh } from '#core/index';
import { ball, joined, placed } from '../fixtures/shapes.ts';
import { binaryStl } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady } from './view.ts';

/** Enough triangles for a second worker. */
const large = joined([ball(380, 180), placed(ball(380, 180), 1, [0.8, 0, 0])]);
const folder = mkdtempSync(join(tmpdir(), 'boxwood-health-workers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'large.stl');
writeFileSync(path, binaryStl(large));

describeApp('the health of a large mesh', [path], (app) => {
  test('is checked by two workers, with the findings of one thread', async () => {
    const { page } = app();
    await documentReady(page, 'large.stl');
    const helpers: string[] = [];
    page.on('worker', (worker) => {
      if (worker.url().includes('study-helper')) helpers.push(worker.url());
    });
    await page.keyboard.press('k');
    await page.locator('[data-code="self-intersections"]').waitFor();
    const canShare = await page.evaluate(() => crossOriginIsolated && navigator.hardwareConcurrency > 1);
    expect(helpers.length > 0).toBe(canShare);
    const { facts, findings } = checkMesh((await readMesh(readFileSync(path), 'large.stl')).mesh);
    expect(facts.selfIntersectingPairs).toBeGreaterThan(100);
    const listed = await page
      .locator('.row.finding')
      .evaluateAll((rows) =>
        rows.map((row) => `${row.getAttribute('data-code')} ${row.querySelector('.badge')!.textContent.replace(/[,\s]/g, '')}`),
      );
    expect(listed.toSorted()).toEqual(findings.map(({ code, count }) => `${code} ${count}`).toSorted());
    expectQuietConsole(app());
  });
});
