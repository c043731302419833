import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkHealth, type HealthFinding } from '#core/health/report/check-health';
import { ignoreListText, parseIgnoreList } from '#core/health/report/ignore-list';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { ball, box, joined } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { holdFirstJob } from './hold-first-job.ts';
import { axeViolations } from './axe-violations.ts';
import { chooseFiles, documentReady, meshRow, restPointer, samePicture, steadyView, typeInto } from './view.ts';

/** A ball with three holes, and a box half inside of it. */
const hurt = hurtBall();
const folder = mkdtempSync(join(tmpdir(), 'boxwood-health-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const hurtPath = written('hurt.obj', hurt);
const cleanPath = written('clean.obj', ball(31, 17));
const report = checkHealth(hurt, defaultValues(healthOptions));

function hurtBall(): TriangleMesh {
  const { positions, indices } = ball(31, 17);
  const kept = indices.filter((_, i) => ![300, 301, 302, 303, 500, 700].includes(Math.floor(i / 3)));
  return joined([{ positions, indices: kept, parts: [] }, box([0.7, 0.1, 0.2], [1.4, 0.3, 0.4])]);
}

function written(name: string, mesh: TriangleMesh): string {
  const path = join(folder, name);
  writeFileSync(path, objText(mesh));
  return path;
}

function found(code: string): HealthFinding {
  return report.findings.find((finding) => finding.code === code)!;
}

describeApp('the health of a mesh', [hurtPath], (app) => {
  test('is checked by a key, and listed by severity and kind with the counts that the command line has', async () => {
    const { page, picture } = app();
    await documentReady(page, 'hurt.obj');
    const before = await steadyView(page);
    await page.keyboard.press('k');
    await page.locator('[data-code="boundary-loops"]').waitFor();
    const listed = (): Promise<string[]> =>
      page
        .locator('.row.finding')
        .evaluateAll((rows) =>
          rows.map((row) => `${row.getAttribute('data-code')} ${row.querySelector('.badge')!.textContent.replace(/[,\s]/g, '')}`),
        );
    await expect
      .poll(async () => (await listed()).toSorted())
      .toEqual(report.findings.map(({ code, count }) => `${code} ${count}`).toSorted());
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await picture('health');
    await expect.poll(() => page.getByTestId('tab-findings').innerText()).toContain(String(report.findings.length));
    const types = (of: string): number => report.findings.filter(({ severity }) => severity === of).length;
    const shown = (['error', 'warning'] as const).filter((severity) => types(severity) > 0);
    expect(shown.length).toBeGreaterThan(0);
    expect(
      (await page.getByTestId('status-health').innerText())
        .trim()
        .split(/\s*\n\s*/)
        .join(', '),
    ).toBe(shown.map((severity) => `${types(severity)} ${severity} type${types(severity) === 1 ? '' : 's'}`).join(', '));
  });

  test('a clicked location is framed and selected, with its exact elements in a list that can be copied', async () => {
    const { page, picture } = app();
    const holes = found('boundary-loops');
    await page.locator('[data-code="boundary-loops"]').click();
    const before = await steadyView(page);
    await page.locator('[data-item="1"]').click();
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await picture('health-hole');
    const { words, groups } = holes.elements;
    const own = [...words.subarray(2 * groups![1]!, 2 * groups![2]!)];
    const properties = page.getByTestId('properties');
    await expect.poll(() => properties.innerText()).toContain(`Boundary loops (holes), 2 of ${holes.count}`);
    await expect.poll(() => properties.innerText()).toContain(holes.message);
    // The issue and its fix are in sight, above the elements.
    const fix = (await properties.locator('.note-card.good').boundingBox())!;
    const seen = (await properties.boundingBox())!;
    expect(fix.y + fix.height).toBeLessThanOrEqual(seen.y + seen.height);
    const numbersIn = (texts: readonly string[]): number[] =>
      texts.flatMap((text) => (/^([\d,]+) – ([\d,]+)/.exec(text) ?? []).slice(1).map((number) => Number(number.replaceAll(',', ''))));
    await expect.poll(async () => numbersIn(await page.locator('[data-element]').allInnerTexts())).toEqual(own);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await properties.getByRole('button', { name: 'Copy all rows with full precision' }).click();
    const copied = async (): Promise<string[][]> =>
      (await page.evaluate(() => navigator.clipboard.readText()))
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t'));
    await expect.poll(async () => (await copied()).flatMap(([, a, b]) => [Number(a), Number(b)])).toEqual(own);
  });

  test('keys step through all locations and wrap at the end', async () => {
    const { page } = app();
    const status = page.getByTestId('status-selection');
    await page.keyboard.press('Escape');
    const seen: string[] = [];
    const locations = report.findings.reduce(
      (sum, { elements: { groups, words, kind } }) =>
        sum + (groups === null ? words.length / (kind === 'edge' || kind === 'pair' ? 2 : 1) : groups.length - 1),
      0,
    );
    for (let i = 0; i < locations; i++) {
      await page.keyboard.press('n');
      seen.push(await status.innerText());
    }
    expect(new Set(seen).size).toBe(locations);
    await page.keyboard.press('n');
    await expect.poll(() => status.innerText()).toBe(seen[0]);
    await page.keyboard.press('Shift+N');
    await expect.poll(() => status.innerText()).toBe(seen.at(-1));
  });

  test('a location is ignored for a reason, which stays after another check, and undo removes it', async () => {
    const { page, picture } = app();
    const badge = page.locator('[data-code="boundary-loops"] .badge');
    const count = found('boundary-loops').count;
    await page.locator('[data-code="boundary-loops"]').click();
    await page.locator('[data-item="0"]').click();
    await page.getByTestId('reason').waitFor();
    await page.keyboard.press('i');
    await page.keyboard.type('It is a door');
    await page.keyboard.press('Enter');
    await expect.poll(() => badge.innerText()).toBe(String(count - 1));
    await expect.poll(() => page.locator('[data-item="0"]').innerText()).toContain('ignored: It is a door');
    await expect.poll(() => page.getByTestId('ignored').innerText()).toContain('It is a door');
    await page.getByTestId('check').click();
    await page.getByTestId('check-bar').waitFor();
    await page.locator('[data-code="boundary-loops"]').click();
    await expect.poll(() => page.locator('[data-item="0"]').innerText()).toContain('ignored: It is a door');
    await expect.poll(() => badge.innerText()).toBe(String(count - 1));
    await picture('health-ignored');
    const menu = async (item: string): Promise<void> => {
      await page.getByRole('menuitem', { name: 'Tools', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const download = page.waitForEvent('download');
    await menu('Save ignored findings…');
    const list = parseIgnoreList(readFileSync(await (await download).path(), 'utf8'));
    expect(list).toMatchObject([{ findings: [{ code: 'boundary-loops', reason: 'It is a door' }] }]);
    // The process has it: a page that comes anew checks what was checked, and shows it.
    await page.reload();
    await documentReady(page, 'hurt.obj');
    await page.getByTestId('tab-findings').click();
    await page.locator('[data-code="boundary-loops"]').waitFor();
    await page.locator('[data-code="boundary-loops"]').click();
    await expect.poll(() => page.locator('[data-item="0"]').innerText()).toContain('ignored: It is a door');
    await page.locator('[data-item="0"]').click();
    await page.getByTestId('unignore').click();
    await expect.poll(() => badge.innerText()).toBe(String(count));
    await chooseFiles(page, () => menu('Load ignored findings…'), {
      name: 'ignored.json',
      mimeType: 'application/json',
      buffer: Buffer.from(ignoreListText(list)),
    });
    await expect.poll(() => page.locator('[data-item="0"]').innerText()).toContain('ignored: It is a door');
    await page.keyboard.press('Control+z');
    await expect.poll(() => badge.innerText()).toBe(String(count));
  });

  test('a triangle lists its findings, and links to them', async () => {
    const { page } = app();
    await page.locator('[data-code="self-intersections"]').click();
    await page.locator('[data-item="0"]').click();
    await page.locator('[data-element="0"]').click();
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toMatch(/^triangle/);
    await expect.poll(() => page.locator('[data-item="0"]').getAttribute('aria-selected')).toBe('true');
    await page.getByTestId('triangle-findings').locator('[data-code="self-intersections"]').click();
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toBe('Self-intersections 1 selected');
  });

  test('marks can be hidden, and a changed threshold repeats the check', async () => {
    const { page, picture } = app();
    await page.keyboard.press('Escape');
    await restPointer(page);
    // What was told of the list that was read goes by itself, and would go between two pictures.
    await expect.poll(() => page.getByTestId('notice').count()).toBe(0);
    const marked = await steadyView(page);
    await page.keyboard.press('Shift+K');
    await expect.poll(async () => samePicture(await steadyView(page), marked)).toBe(false);
    await page.keyboard.press('Shift+K');
    await expect.poll(async () => samePicture(await steadyView(page), marked)).toBe(true);
    // Each kind by itself too, in the legend, as one step.
    const holes = page.locator('[data-kind="boundary-loops"]');
    await holes.click();
    await expect.poll(() => holes.getAttribute('aria-checked')).toBe('false');
    await restPointer(page);
    await expect.poll(async () => samePicture(await steadyView(page), marked)).toBe(false);
    await picture('health-without-holes');
    await page.keyboard.press('Control+z');
    await expect.poll(() => holes.getAttribute('aria-checked')).toBe('true');
    await page.getByTestId('tab-checks').click();
    await typeInto(page, 'option-sliverAngle', '20');
    await page.locator('[data-code="sliver-angle"]').waitFor();
    const slivers = checkHealth(hurt, { ...defaultValues(healthOptions), sliverAngle: 20 }).findings.find(
      ({ code }) => code === 'sliver-angle',
    )!;
    await expect.poll(async () => Number(await page.locator('[data-code="sliver-angle"] .badge').innerText())).toBe(slivers.count);
    await picture('health-slivers');
  });

  test('the panel passes axe, and the console stays quiet', async () => {
    const { page } = app();
    await page.locator('[data-code="boundary-loops"]').click();
    await page.locator('[data-item="0"]').click();
    expect(await axeViolations(page)).toEqual([]);
    expectQuietConsole(app());
  });
});

/** So many long triangles, all through the middle: nearly every pair of them intersects. */
function crowd(count: number): TriangleMesh {
  const positions = new Float64Array(9 * count);
  for (let i = 0; i < count; i++) {
    const [a, b] = [i * 2.4, i * 0.7];
    const [x, y, z] = [Math.cos(a) * Math.cos(b), Math.sin(a) * Math.cos(b), Math.sin(b)];
    positions.set([x, y, z, -x + 0.1, -y, -z, -x, -y + 0.1, -z], 9 * i);
  }
  return {
    positions,
    indices: Uint32Array.from({ length: 3 * count }, (_, i) => i),
    parts: [{ name: 'all', firstTriangle: 0, triangleCount: count, worldFromPart: null }],
  };
}

/** So many triangles apart from each other: each is a hole, and a component. */
function crumbs(count: number): TriangleMesh {
  const positions = new Float64Array(9 * count);
  for (let i = 0; i < count; i++) {
    const x = i % 400;
    const y = Math.floor(i / 400);
    positions.set([x, y, 0, x + 0.7, y, 0.1, x, y + 0.7, 0.2], 9 * i);
  }
  return {
    positions,
    indices: Uint32Array.from({ length: 3 * count }, (_, i) => i),
    parts: [{ name: 'all', firstTriangle: 0, triangleCount: count, worldFromPart: null }],
  };
}

describeApp(
  'the health of other meshes',
  [cleanPath],
  (app) => {
    test('a mesh without findings has a check mark in the list of meshes', async () => {
      const { page, picture } = app();
      await documentReady(page, 'clean.obj');
      await expect.poll(() => meshRow(page, 'clean.obj').getByTestId('health-badge').count()).toBe(0);
      await page.keyboard.press('k');
      await expect.poll(() => page.getByTestId('findings').innerText()).toMatch(/^No findings: \d+ checks ran\.$/);
      await expect
        .poll(() => meshRow(page, 'clean.obj').getByTestId('health-badge').getAttribute('aria-label'))
        .toMatch(/^\d+ checks ran: no errors, no warnings$/);
      // What stands around the findings, of the height of all.
      const around = (): Promise<number> =>
        page.evaluate(() => {
          const others = [...document.querySelectorAll<HTMLElement>('.finding-kinds > :not([data-testid="findings"])')];
          return others.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
        });
      const before = await around();
      await page.getByTestId('not-run').locator('summary').click();
      // Opened, it takes nothing from the findings, and none of it is cut.
      expect(await around()).toBe(before);
      expect(
        await page
          .getByTestId('not-run')
          .locator('ul')
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      ).toBe(0);
      const first = page.getByTestId('not-run').locator('button').first();
      expect(
        await first.evaluate((button) => {
          const { left, top, width, height } = button.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2) === button;
        }),
      ).toBe(true);
      await expect.poll(() => page.getByTestId('not-run').innerText()).toContain('the ghost angle is 0');
      await picture('health-clean');
    });

    test('a check shows its progress, and can be cancelled', async () => {
      const { page, drop, picture } = app();
      await drop([written('crowd.obj', crowd(4_000))]);
      await documentReady(page, 'crowd.obj');
      await page.keyboard.press('k');
      await page.getByTestId('check-progress').waitFor();
      await expect.poll(() => page.getByTestId('check-progress').innerText()).toMatch(/[1-9]\d* %/);
      await picture('health-progress');
      // Not once it rests: it moves with the percents beside it.
      await page.getByTestId('cancel').dispatchEvent('click');
      await expect.poll(() => page.getByTestId('check-bar').innerText()).toContain('The check was cancelled.');
      await expect.poll(() => page.getByTestId('progress').count()).toBe(0);
    });

    test('a double click on Check does not cancel the check', async () => {
      const { page } = app();
      await meshRow(page, 'clean.obj').click();
      await page.getByTestId('check').dblclick();
      await expect.poll(() => page.getByTestId('check-bar').innerText()).toMatch(/cancelled|Checked in/);
      expect(await page.getByTestId('check-bar').innerText()).toContain('Checked in');
    });
  },
  { serverModule: holdFirstJob("request.kind === 'check' && request.mesh.byteLength > 2e5") },
);

const manyFaults = isFullRun ? 100_000 : 20_000;

describeApp('the health of a mesh with very many faults', [written('crumbs.obj', crumbs(manyFaults))], (app) => {
  test('its locations are listed, stepped through and copied without blocking the page', async () => {
    const { page, picture } = app();
    const count = manyFaults;
    await documentReady(page, 'crumbs.obj');
    await page.keyboard.press('k');
    await expect.poll(() => page.locator('[data-code="boundary-loops"] .badge').count()).toBe(1);
    await expect.poll(() => page.locator('[data-code="boundary-loops"] .badge').innerText()).toBe(count.toLocaleString('en'));
    await page.locator('[data-code="boundary-loops"]').click();
    await page.locator('[data-item="0"]').waitFor();
    await steadyView(page);
    await picture('health-crumbs');
    // So many marks are drawn as clusters with their counts; a click frames one, which then falls into smaller ones.
    const clusters = (): Promise<number[]> =>
      page.locator('.cluster').evaluateAll((all) => all.map((cluster) => Number((cluster as HTMLElement).dataset['count'])));
    const before = await clusters();
    expect(before.length).toBeGreaterThan(3);
    const largest = page.locator('.cluster').nth(before.indexOf(Math.max(...before)));
    const at = (await largest.boundingBox())!;
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await expect.poll(() => page.locator('.cluster.over').innerText()).toMatch(/^[\d,]+ × Boundary loops/);
    await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
    await expect.poll(async () => Math.max(...(await clusters()))).toBeLessThan(Math.max(...before) / 2);
    await page.locator('[data-item="0"]').waitFor();
    await page.getByTestId('finding-items').press('End');
    await page.locator(`[data-item="${count - 1}"][aria-selected="true"]`).waitFor();
    await expect.poll(() => page.locator('[data-item]').count()).toBeLessThan(60);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.finding-places').getByRole('button', { name: 'Copy all rows with full precision' }).click();
    await expect.poll(() => page.evaluate(async () => (await navigator.clipboard.readText()).split('\n').length)).toBe(3 * count + 1);
    expectQuietConsole(app());
  });
});
