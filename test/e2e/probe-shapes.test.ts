import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { productFolder, temporaryFolder } from '../main/product.ts';
import { runInProcess } from '../main/run-in-process.ts';
import { mainSample } from '../fixtures/scale.ts';
import { describeApp, expectQuietConsole, type App } from './app.ts';
import { type Point, probeNumbers, typeShape } from './probe-numbers.ts';
import { documentReady, typeAll, typeInto } from './view.ts';

const sample = 'resources/samples/keep.glb';
const folder = temporaryFolder();
copyFileSync(join(productFolder, sample), join(folder, 'keep.glb'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(productFolder, join(folder, 'node_modules/boxwood'), 'dir');
/** Runs the copied programs, in a process that has nothing of the tests. */
const programs = fork(fileURLToPath(new URL('run-programs.mjs', import.meta.url)), { cwd: folder, execArgv: [] });
afterAll(() => void programs.kill());
let programCount = 0;

interface Row {
  readonly triangle: number;
  readonly distance?: number;
  readonly depth?: number;
  readonly position?: Point;
  readonly point?: Point;
  readonly feature?: string;
  readonly featureIndex?: number | null;
  readonly partName?: string;
}

/** The JSON of `boxwood query`, for any shape. */
interface Report {
  readonly hits?: readonly Row[];
  readonly closest?: readonly Row[];
  readonly triangles?: readonly (Row | number)[];
  readonly state?: string;
  readonly interval?: readonly [number, number] | null;
  readonly triangle?: number | null;
  readonly inside?: boolean | 'on' | null;
  readonly winding?: number | null;
  readonly insideByAngles?: boolean;
  readonly stats?: { readonly nodesVisited: number; readonly trianglesTested: number };
  readonly parts?: string;
  readonly sides?: string;
}

/** Presses a button of the panel and returns what is on the clipboard then. */
async function copied({ page }: App, testId: 'copy-command-probe' | 'copy-code-probe'): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.locator(`[data-testid=properties] [data-testid=${testId}]`).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Runs the command that the panel copies. */
async function reportOfCommand(app: App): Promise<Report> {
  const line = await copied(app, 'copy-command-probe');
  const [name, ...args] = Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!);
  expect(name).toBe('boxwood');
  const { exitCode, out, err } = await runInProcess([...args, '--json'], { folder });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return JSON.parse(out) as Report;
}

/** Runs the program that the panel copies, as it was copied, and returns what it prints. */
async function printedByCode(app: App): Promise<readonly Record<string, unknown>[]> {
  // A module runs once, so each program has a name of its own.
  const path = join(folder, `probe-${programCount++}.mjs`);
  writeFileSync(path, await copied(app, 'copy-code-probe'));
  const answered = Promise.race([once(programs, 'message'), once(programs, 'exit').then(() => [{ error: 'The process ended' }])]);
  programs.send(path);
  const [{ lines, error }] = (await answered) as [{ readonly lines?: readonly string[]; readonly error?: string }];
  if (lines === undefined) throw new Error(error);
  return lines.map((text) => JSON.parse(text) as Record<string, unknown>);
}

const numberOf = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-'));

/** The first rows of the list, as texts of their cells. */
async function shownRows({ page }: App): Promise<readonly (readonly string[])[]> {
  const rows = page.locator('[data-probed]');
  return rows.evaluateAll((all) => all.slice(0, 8).map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())));
}

/** The cells of a row have the numbers of the report, to the digits that are shown. */
function expectRow(cells: readonly string[], row: Row): void {
  expect(numberOf(cells[0]!)).toBe(row.triangle);
  const rest = cells.slice(1);
  if (row.feature !== undefined && /^(face|edge|vertex)/.test(rest[0]!))
    expect(rest.shift()).toBe(row.featureIndex == null ? row.feature : `${row.feature} ${row.featureIndex}`);
  const number = row.depth ?? row.distance;
  const isNumber = /^[-−\d.,e]+$/.test(rest[0]!);
  if (number !== undefined && isNumber) {
    const shown = rest.shift()!;
    const decimals = shown.split('.')[1]?.length ?? 0;
    expect(Math.abs(numberOf(shown) - number)).toBeLessThanOrEqual(0.51 * 10 ** -decimals);
  }
  const at = row.position ?? row.point;
  const triple = rest.length > 1 ? rest.shift()!.split(/\s+/).map(numberOf) : null;
  if (triple !== null && at !== undefined) triple.forEach((value, k) => expect(Math.abs(value - at[k]!)).toBeLessThan(0.006));
  if (row.partName !== undefined) expect(rest.at(-1)).toContain(row.partName);
}

function trianglesOf(result: Record<string, unknown>): readonly number[] {
  const list = (result['hits'] ?? result['touches'] ?? result['closest'] ?? result['triangles']) as readonly (Row | number)[];
  return list.map((one) => (typeof one === 'number' ? one : one.triangle));
}

/** What a person reads is what the copied command and the copied program print. Returns the triangles. */
async function expectSame(app: App, kind: string): Promise<string> {
  const { page } = app;
  const text = (testId: string): Promise<string> => page.getByTestId(testId).innerText();
  const report = await reportOfCommand(app);
  const printed = await printedByCode(app);
  if (kind === 'polygon') {
    expect(await text('probe-inside')).toBe(report.inside === true ? 'inside' : 'outside');
    expect(printed).toMatchObject([{ inside: report.inside, insideByAngles: report.insideByAngles }]);
    return `${String(report.inside)}`;
  }
  if (kind === 'inside') {
    expect(await text('probe-inside')).toBe({ true: 'inside', false: 'outside' }[String(report.inside)]);
    expect(numberOf(await text('probe-winding'))).toBeCloseTo(report.winding!, 5);
    expect(printed[0]).toMatchObject({ inside: report.inside });
    expect(Math.abs(Number(printed[0]!['winding']) - report.winding!)).toBeLessThan(0.02);
    expect(parseFloat((await text('probe-signed')).replace('−', '-'))).toBeCloseTo(printed[1] as unknown as number, 3);
    return `${report.winding}`;
  }
  if (kind.startsWith('sweep')) {
    expect(await text('sweep-state')).toBe(report.state);
    expect(report.state).toBe('hit');
    const interval = page.getByTestId('sweep-interval');
    const shown = [await interval.getAttribute('data-lo'), await interval.getAttribute('data-hi')].map(Number);
    expect(shown).toEqual(report.interval);
    const [lo] = (await interval.innerText()).split(' to ').map(numberOf);
    expect(lo).toBeCloseTo(report.interval![0], 6);
    expect(numberOf(await text('sweep-triangle'))).toBe(report.triangle);
    expect(printed).toMatchObject([{ state: 'hit', interval: report.interval, contact: { triangle: report.triangle } }]);
    return `${report.triangle}`;
  }
  const found = (report.hits ?? report.closest ?? report.triangles)!;
  expect(found.length).toBeGreaterThan(0);
  const triangles = found.map((one) => (typeof one === 'number' ? one : one.triangle));
  expect(numberOf(await text('probe-found'))).toBe(found.length);
  const rows = await shownRows(app);
  expect(rows.length).toBeGreaterThan(0);
  rows.forEach((cells, i) => expectRow(cells, typeof found[i] === 'number' ? { triangle: found[i] } : found[i]!));
  expect(printed.map(trianglesOf)).toEqual([triangles]);
  // The command adds the cost of the closest point alone.
  if (kind !== 'closest') expect(await text('properties')).toContain(`${report.stats!.nodesVisited.toLocaleString('en-US')} visited`);
  return triangles.join(' ');
}

/** One of each sort: a ray, a volume, a sweep, a distance and a side. */
const shapesOfMain = ['ray', 'box', 'sweepCapsule', 'closest', 'inside'];

describeApp('each shape of the probe', [sample], (app) => {
  test('is in this list, apart from the slice, which has no command line', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Shift+E');
    const kinds = await page
      .getByTestId('probe-shape')
      .locator('option')
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    expect(kinds).toEqual([...Object.keys(probeNumbers), 'slice']);
  });

  test.each(mainSample(Object.entries(probeNumbers), ([kind]) => shapesOfMain.includes(kind)))(
    '%s: typed numbers, list, copied command and copied code have the same result',
    async (kind, { typed, parts, hasSides }) => {
      const { page } = app();
      await page.getByTestId('probe-shape').selectOption(kind);
      await typeShape(page, typed);
      const all = await expectSame(app(), kind);
      if (parts === null) return expect(await page.getByTestId('probe-parts').count()).toBe(0);
      await typeInto(page, 'probe-parts', parts);
      const some = await expectSame(app(), kind);
      expect(some).not.toBe(all);
      if (hasSides === false) expect(await page.getByTestId('probe-sides').count()).toBe(0);
      else {
        await page.getByTestId('probe-sides').getByRole('radio', { name: 'Back' }).click();
        expect(await reportOfCommand(app())).toMatchObject({ parts, sides: 'back' });
        await page.getByTestId('probe-sides').getByRole('radio', { name: 'Both' }).click();
      }
      await typeInto(page, 'probe-parts', ' ');
    },
  );

  test('a slice has the distances of a part alone', async () => {
    const { page } = app();
    await page.getByTestId('probe-shape').selectOption('slice');
    await typeInto(page, 'probe-cells', '32');
    await typeAll(page, 'probe-point-', { x: '0', y: '2', z: '0' });
    await typeInto(page, 'probe-size', '20');
    const ends = async (): Promise<readonly number[]> => {
      await expect.poll(() => page.getByTestId('slice').getAttribute('data-state')).toBe('done');
      return Promise.all(
        ['slice-min', 'slice-max'].map(async (id) => parseFloat((await page.getByTestId(id).innerText()).replace('−', '-'))),
      );
    };
    const [, farthest] = await ends();
    await typeInto(page, 'probe-parts', 'west wall');
    await expect.poll(async () => (await ends())[1]).toBeGreaterThan(farthest! + 10);
    const { out } = await runInProcess(['query', 'closest', 'keep.glb', '--point', '0,2,0', '--parts', 'west wall', '--json'], {
      folder,
    });
    const { distance } = JSON.parse(out) as { readonly distance: number };
    const [min, max] = await ends();
    expect(min).toBeLessThan(distance);
    expect(max).toBeGreaterThan(distance);
  });

  test('pinned probes are in a saved project, and opened with it', async () => {
    const { page, drop } = app();
    await page.getByTestId('probe-shape').selectOption('sphere');
    await typeShape(page, probeNumbers['sphere']!.typed);
    await typeInto(page, 'probe-parts', 'west wall');
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.locator('[data-pin] input').first().fill('Wall');
    await page.locator('[data-pin] input').first().press('Enter');
    const count = await page.getByTestId('probe-found').innerText();
    await page.keyboard.press('Control+s');
    await page.getByTestId('project-name').fill('probes');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('project-save').click()]);
    const project = join(folder, 'probes.boxwood-project');
    await download.saveAs(project);
    expect(readFileSync(project, 'utf8')).toContain('Wall');
    await page.getByRole('button', { name: 'Remove Wall' }).click();
    await page.getByTestId('probe-shape').selectOption('plane');
    await expect.poll(() => page.locator('[data-pin]').count()).toBe(0);
    await drop([project]);
    await expect.poll(() => page.locator('[data-pin]').count()).toBe(1);
    await page.getByTestId('probe-shape').selectOption('plane');
    await page.getByRole('button', { name: 'Make Wall current' }).click();
    await expect.poll(() => page.getByTestId('probe-found').innerText()).toBe(count);
    expect(await page.getByTestId('probe-parts').inputValue()).toBe('west wall');
    await expectSame(app(), 'sphere');
    expectQuietConsole(app());
  });
});
