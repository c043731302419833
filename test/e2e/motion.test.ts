import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshDistance } from '#core/pair/distance/distance';
import { motionPath, motionPose } from '#core/sweep/motion/path';
import { ball, knot } from '../fixtures/shapes.ts';
import { treed } from '../fixtures/treed.ts';
import { objText } from '../fixtures/write-text.ts';
import { detailTest } from '../fixtures/detail-test.ts';
import { temporaryFolder } from '../main/product.ts';
import { runInProcess } from '../main/run-in-process.ts';
import { describeApp, expectQuietConsole, type App } from './app.ts';
import { axeViolations, rulesOf } from './axe-violations.ts';
import { layoutFaults } from './layout-faults.ts';
import { documentReady, steadyView, samePicture, typeAll, typeInto } from './view.ts';

const folder = temporaryFolder();

function file(name: string, mesh: TriangleMesh): string {
  const path = join(folder, name);
  writeFileSync(path, objText(mesh));
  return path;
}

const fixed = file('fixed.obj', knot(2, 3, 96, 12));
const moving = file('moving.obj', ball(32, 16, 0.4));

interface Report {
  readonly state: string;
  readonly interval: readonly [number, number];
  readonly witness: Readonly<Record<'a' | 'b', { readonly triangle: number }>>;
  readonly stats: { readonly segments: number };
}

/** What `--trace` writes. */
interface WrittenTrace {
  readonly stats: { readonly nodesVisited: number; readonly trianglesTested: number };
  readonly trace: readonly {
    readonly step: number;
    readonly reason: string | null;
    readonly separation: { readonly axis: string } | null;
  }[];
}

describeApp('the motion of a mesh', [fixed, moving], (app) => {
  test('two poses are typed, and the contact is that of the command line', async () => {
    const { page, picture } = app();
    await documentReady(page, 'fixed.obj');
    await documentReady(page, 'moving.obj');
    await workspace(page, 'Motion');
    await page.getByRole('button', { name: 'Move moving.obj against fixed.obj' }).click();
    await typeAll(page, 'moving-move-', { x: '0', y: '0', z: '6' });
    await page.locator('[data-testid=properties] [data-command=addMotion]').click();
    await typeAll(page, 'moving-move-', { x: '1.5', y: '0.25', z: '-2' });
    await typeAll(page, 'moving-turn-', { x: '30', y: '0', z: '120' });
    const report = await expectContactOfCommandLine(app());
    expect(report.state).toBe('hit');
    expect(report.stats.segments).toBeGreaterThan(5);
    await expect.poll(() => page.getByTestId('motion-table').locator('tbody tr').count()).toBe(97);
    await expect.poll(() => page.locator('[data-event=hit]').innerText()).toMatch(/^First contact 0\.\d+$/);
    await expect.poll(() => page.getByTestId('motion-rival-boxes').innerText()).not.toBe('');
    await picture('motion');
  });

  test('the time line places the mesh, plays, pauses and steps, and the witness is selected by a click', async () => {
    const { page } = app();
    const atEnd = await steadyView(page);
    await page.locator('[data-event=hit]').click();
    const time = await shownTime(page);
    expect(time).toBeCloseTo(Number(await page.getByTestId('motion-interval').getAttribute('data-hi')), 3);
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('intersect');
    expect(samePicture(await steadyView(page), atEnd)).toBe(false);
    await page.getByTestId('motion-back').click();
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('apart');
    expect(48 * (await shownTime(page))).toBeCloseTo(Math.floor(48 * time), 1);
    await page.getByTestId('motion-forward').click();
    expect(48 * (await shownTime(page))).toBeCloseTo(Math.floor(48 * time) + 1, 1);
    const play = page.locator('.motion-bar [data-command=playMotion]');
    await play.click();
    await expect.poll(() => play.getAttribute('aria-label')).toBe('Play');
    expect(await shownTime(page)).toBe(1);
    await page.getByTestId('motion-witness-a').click();
    const triangle = await page.getByTestId('motion-witness-a').getAttribute('data-triangle');
    await expect.poll(() => page.getByTestId('properties-thing').innerText()).toContain(Number(triangle).toLocaleString('en'));
    await page.getByTestId('motion-rest').click();
    await expect.poll(() => page.getByTestId('motion-now').innerText()).toBe('End is edited');
  });

  test('play is paused where it is, and continues from there', async () => {
    const { page } = app();
    const play = page.locator('.motion-bar [data-command=playMotion]');
    let paused = 1;
    // On a busy machine the four seconds may pass before the second click.
    for (let attempt = 0; attempt < 5 && !(paused > 0 && paused < 1); attempt++) {
      await page.getByTestId('motion-time').fill('0');
      await play.click();
      await expect.poll(() => shownTime(page)).toBeGreaterThan(0);
      if ((await play.getAttribute('aria-label')) !== 'Pause') continue;
      await play.click();
      await expect.poll(() => play.getAttribute('aria-label')).toBe('Play');
      paused = await shownTime(page);
    }
    expect(paused).toBeGreaterThan(0);
    expect(paused).toBeLessThan(1);
    await steadyView(page);
    expect(await shownTime(page)).toBe(paused);
    await play.click();
    await expect.poll(() => shownTime(page)).toBe(1);
    await page.getByTestId('motion-rest').click();
  });

  test('the clearance over time is the distance of the meshes at these times, and contact begins where it is 0', async () => {
    const { page } = app();
    const { out } = await runInProcess([...(await copiedCommand(page)), '--json'], { folder });
    const { from, to, interval } = JSON.parse(out) as { from: number[]; to: number[]; interval: [number, number] };
    const [a, b] = [treed(knot(2, 3, 96, 12)), treed(ball(32, 16, 0.4))];
    const path = motionPath({ path: 'slerp', from, to }, boundsCenter(meshBounds(b.mesh)!));
    const rows = await page
      .getByTestId('motion-table')
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => Number((cell as HTMLElement).textContent))));
    expect(rows).toHaveLength(97);
    for (const [i, [time, clearance]] of rows.entries()) {
      expect(time).toBeCloseTo(i / 96, 4);
      const { distance } = meshDistance(a, b, motionPose(path, i / 96));
      expect(Math.abs(clearance! - distance!)).toBeLessThanOrEqual(1e-5 * distance!);
      if (i / 96 <= interval[0]) expect(clearance).toBeGreaterThan(0);
    }
    const touching = rows.flatMap(([, clearance], i) => (clearance === 0 ? [i] : []));
    expect(touching[0]! / 96).toBeGreaterThanOrEqual(interval[0]);
    const events = await page.locator('[data-event]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['event']));
    const changes = rows.filter(([, clearance], i) => i > 0 && (clearance === 0) !== (rows[i - 1]![1] === 0)).length;
    // The first contact is one change of the samples; each other one is an event of its own.
    expect(events[0]).toBe('hit');
    expect(events).toHaveLength(changes);
  });

  test('the query debugger replays the search, with the cost and the steps of the command line', async () => {
    const { page, picture } = app();
    const args = await copiedCommand(page);
    const { err } = await runInProcess([...args, '--kind', 'aabb', '--trace', 'motion-trace.json'], { folder });
    expect(err).toBe('');
    const written = JSON.parse(readFileSync(join(folder, 'motion-trace.json'), 'utf8')) as WrittenTrace;
    await page.keyboard.press('Alt+q');
    await page.getByTestId('trace-query').selectOption('motion');
    await page.getByTestId('trace-now').waitFor();
    const counts = await page.getByTestId('trace-costs').locator('tbody td.right').allInnerTexts();
    const { nodesVisited, trianglesTested } = written.stats;
    expect(counts).toEqual([nodesVisited, trianglesTested].map((count) => count.toLocaleString('en')));
    // A step that an axis decided for the whole part of the motion, and one of two axes at different times.
    for (const reason of ['axis', 'slabs']) {
      const row = written.trace.find((one) => one.reason === reason)!;
      await page.getByTestId('trace-slider').fill(String(row.step));
      await expect.poll(() => page.getByTestId('trace-now').innerText()).toMatch(/^Culled nodes \d+ of A and \d+ of B: /);
      expect(await page.getByTestId('trace-axis').innerText()).toContain(row.separation!.axis);
      expect(await page.getByTestId('trace-axis').innerText()).toMatch(/Gap 0\.\d+|Gap \d/);
    }
    await picture('motion-trace');
    await page.getByTestId('trace-stop').click();
    await page.getByTestId('tab-motion').click();
  });

  test('a changed motion is reported as changed, and other paths and limits are those of the command line', async () => {
    const { page } = app();
    await page.getByTestId('motion-path').getByRole('radio', { name: 'Screw' }).click();
    await typeInto(page, 'option-motion-separation', '0.05');
    await typeInto(page, 'option-motion-tolerance', '0.001');
    await page.getByTestId('motion-old').waitFor();
    await expectContactOfCommandLine(app());
    await page.getByTestId('motion-old').waitFor({ state: 'detached' });
    await page.getByTestId('motion-path').getByRole('radio', { name: 'Linear' }).click();
    await expectContactOfCommandLine(app());
  });

  test('the certificate is a file that boxwood verify accepts', async () => {
    const { page } = app();
    const download = page.waitForEvent('download');
    await page.locator('.motion-bar [data-command=saveCertificate]').click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('moving-motion.json');
    writeFileSync(join(folder, 'proof.json'), readFileSync(await saved.path()));
    const { out, exitCode } = await runInProcess(['verify', 'proof.json'], { folder });
    expect(out).toContain('verified: hit');
    expect(exitCode).toBe(0);
  });

  detailTest('axe finds nothing in both themes, and a small window shows all controls', async () => {
    const { page } = app();
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
      expect(await axeViolations(page, rulesOf(theme))).toEqual([]);
    }
    await page.setViewportSize({ width: 1000, height: 700 });
    await expect.poll(() => layoutFaults(page)).toEqual([]);
    // Without scrolling.
    const panel = (await page.getByTestId('motion').boundingBox())!;
    const save = (await page.getByTestId('motion').locator('[data-command="saveCertificate"]').boundingBox())!;
    expect(save.y).toBeGreaterThan(panel.y);
    expect(save.y + save.height).toBeLessThan(panel.y + panel.height);
    await page.setViewportSize({ width: 1440, height: 900 });
    // A click during the layout of the new size can miss its button.
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1440);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  });

  test('an example is a motion that an older method misses', async () => {
    const { page, picture } = app();
    for (const name of ['bisection', 'boxes'] as const) {
      await page.getByTestId(`motion-example-${name}`).click();
      await expect.poll(() => page.getByTestId(`motion-rival-${name}`).innerText()).toBe('misses the contact');
      expect(await page.getByTestId('motion-state').innerText()).toBe('hit');
    }
    await picture('motion-example');
    expectQuietConsole(app());
  });

  detailTest('Compare has the same methods with the time of each, and their examples', async () => {
    const { page, picture } = app();
    const time = Number(await page.getByTestId('motion-interval').getAttribute('data-lo'));
    await page.getByTestId('tab-compare').click();
    await expect
      .poll(() => page.getByTestId('compare-motion-proven').innerText())
      .toMatch(/^First contact of a motion: hit at 0\.\d+, proven, /);
    const shown = Number(/hit at ([\d.]+)/.exec(await page.getByTestId('compare-motion-proven').innerText())![1]);
    expect(shown).toBeCloseTo(time, 3);
    expect(await page.getByTestId('compare-motion-rival-boxes').innerText()).toBe('misses the contact');
    expect(await page.getByTestId('compare-motion-rivals').innerText()).toMatch(/ms/);
    await page.getByTestId('compare-motion-example-bisection').click();
    await page.getByTestId('tab-compare').click();
    await expect.poll(() => page.getByTestId('compare-motion-rival-bisection').innerText()).toBe('misses the contact');
    await picture('compare-motion');
    expectQuietConsole(app());
  });
});

async function workspace(page: Page, name: string): Promise<void> {
  await page.getByTestId('workspaces').getByRole('radio').filter({ hasText: name }).click();
}

async function shownTime(page: Page): Promise<number> {
  return Number((await page.getByTestId('motion-now').innerText()).replace('time ', ''));
}

/** Copies the command of the panel, and returns its arguments. */
async function copiedCommand(page: Page): Promise<readonly string[]> {
  await page.getByTestId('copy-command-motion').click();
  const line = await page.locator('.notice', { hasText: 'Copied: boxwood query motion' }).last().innerText();
  return /boxwood (query motion .*)$/m.exec(line)![1]!.split(' ');
}

/** Copies the command of the panel, runs it, and waits until the panel shows its numbers. */
async function expectContactOfCommandLine({ page }: App): Promise<Report> {
  await page.locator('.motion-bar [data-command=findContact]').click();
  await page.getByTestId('motion-rivals').getByTestId('motion-rival-boxes').filter({ hasText: /\w/ }).waitFor();
  await page.getByTestId('motion-old').waitFor({ state: 'detached' });
  const args = await copiedCommand(page);
  const { out, err } = await runInProcess([...args, '--json'], { folder });
  expect(err).toBe('');
  const report = JSON.parse(out) as Report;
  const interval = page.getByTestId('motion-interval');
  expect(await page.getByTestId('motion-state').innerText()).toBe(report.state);
  // Browser and Node have other last bits of sines and cosines. With the same ones the result is the same through every kind of tree.
  expect(Number(await interval.getAttribute('data-lo'))).toBeCloseTo(report.interval[0], 14);
  expect(Number(await interval.getAttribute('data-hi'))).toBeCloseTo(report.interval[1], 14);
  for (const side of ['a', 'b'] as const)
    expect(Number(await page.getByTestId(`motion-witness-${side}`).getAttribute('data-triangle'))).toBe(report.witness[side].triangle);
  return report;
}
