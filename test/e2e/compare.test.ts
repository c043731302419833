import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import { compareKinds } from '#core/job/compare-kinds';
import { defaultCounts } from '#core/job/compare-tasks';
import { compareReport } from '#core/job/tree-report';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { capital, volumeWords } from '../../renderer/text/volume-words.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { ball, box, joined, knot, placed } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { temporaryFolder } from '../main/product.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { fasterComparison } from './faster-comparison.ts';
import { holdComparison } from './hold-comparison.ts';
import { documentReady, restPointer, typeInto } from './view.ts';

/** The sample in a full run; else a mesh of a hundredth of its triangles, of which each tree is built and counted in a moment. */
const sample = isFullRun ? 'resources/samples/keep.glb' : join(temporaryFolder(), 'garden.obj');
if (!isFullRun)
  writeFileSync(sample, objText(joined([placed(ball(8, 5), 1, [3, 0, 0]), knot(2, 3, 20, 4), box([-6, -2, -6], [6, -1.5, 6])])));
const name = basename(sample);

/** What does not depend on the clock. */
interface Row {
  readonly kind: string;
  readonly split: string;
  readonly engine: string;
  readonly queryEngine: string;
  readonly bytes: number;
  readonly resultHash: string;
  readonly rays: { readonly nodesVisited: number; readonly falsePositives: number };
  readonly sweep: { readonly nodesVisited: number };
  readonly cachedSweep: { readonly nodesVisited: number };
  readonly motions: { readonly nodesVisited: number };
  readonly tightness: { readonly area: number };
}

describeApp('the comparison of tree kinds', [sample], (app) => {
  test('shows its first rows while it runs, and can be cancelled', async () => {
    const { page } = app();
    await documentReady(page, name);
    await page.getByTestId('tab-compare').click();
    if (!isFullRun) await fasterComparison(page, 100);
    const release = await holdComparison(page);
    await page.locator('[data-command="compare"]').click();
    // Rows appear while they are measured, with counts before times.
    await page.locator('[data-comparer]').first().waitFor();
    const early = await page.locator('[data-comparer]').first().getByRole('gridcell').allInnerTexts();
    // A slow machine takes seconds, which have a separator.
    expect(early[2]).toMatch(/^[\d.,]+$/);
    await page.getByTestId('compare-cancel').click();
    await expect.poll(() => page.getByTestId('compare').innerText()).toMatch(/cancelled/);
    await release();
  });

  test('lists every kind and split with its cost, and the same counts as core', async () => {
    const { page, picture } = app();
    await page.locator('[data-command="compare"]').click();
    await expect.poll(() => page.getByTestId('compare-foot').innerText()).toContain('all rows return the same results');
    const rows = await page.locator('[data-comparer]').count();
    const variants = Object.keys(buildOptions.kind.choices).length + Object.keys(buildOptions.split.choices).length - 1;
    // The wide one in two engines.
    const listed = variants + 1;
    expect(rows).toBeGreaterThan(3);
    await expect.poll(() => page.getByTestId('compare-winners').innerText()).toMatch(/^For \w+\.\w+, .* the fastest rays.*\.$/);
    expect(await page.getByTestId('compare-winners').innerText()).toContain(`For ${name}, `);
    expect(await page.getByRole('grid', { name: 'Tree kinds on this mesh' }).getByRole('columnheader').count()).toBe(9);
    // Points of a column are aligned: each of its values has as many decimals.
    const builds = await page.locator('[data-comparer]').evaluateAll((all) => all.map((row) => row.children[2]!.textContent ?? ''));
    expect(new Set(builds.map((text) => text.replace('~', '').split('.')[1]?.length ?? 0)).size).toBe(1);
    await restPointer(page);
    await picture('compare');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('compare-json').click()]);
    expect(download.suggestedFilename()).toBe(`${name}-compare.json`);
    const saved = JSON.parse(readFileSync(await download.path(), 'utf8')) as readonly Row[];
    expect(saved).toHaveLength(listed);
    // Without times: those take most of a comparison, and no two runs have the same.
    const { mesh } = await importMesh(new Uint8Array(readFileSync(sample)), {
      fileName: name,
      progress: noProgress,
      readSideFile: async () => null,
    });
    const records = compareKinds(mesh, defaultValues(buildOptions), { ...defaultCounts, turnMilliseconds: 0 }, noProgress);
    const counted = JSON.parse(JSON.stringify(records.map((record) => compareReport(name, record)))) as readonly Row[];
    expect(saved.map(timeless)).toEqual(counted.map(timeless));
    const [csv] = await Promise.all([page.waitForEvent('download'), page.getByTestId('compare-csv').click()]);
    expect(
      readFileSync(await csv.path(), 'utf8')
        .trim()
        .split('\r\n'),
    ).toHaveLength(listed + 1);
  });

  test('is sorted by a column head, and a selected row builds and shows its tree', async () => {
    const { page, picture } = app();
    await page.locator('[data-group="tightness"]').click();
    // The most directions bound what is around a triangle most tightly.
    await page.getByRole('columnheader', { name: 'Inner area' }).getByRole('button').click();
    await expect.poll(() => page.locator('[data-comparer]').first().getAttribute('data-kind')).toBe('dop26');
    await page.getByRole('columnheader', { name: 'Inner area' }).getByRole('button').click();
    await page.locator('[data-comparer]').first().click();
    await expect.poll(() => page.getByTestId('box-level').innerText()).toContain(`${capital(volumeWords('sphere').many)} at level`);
    await expect.poll(() => page.locator('[data-comparer][aria-selected="true"]').getAttribute('data-kind')).toBe('sphere');
    await expect.poll(() => page.getByTestId('option-kind').inputValue()).toBe('sphere');
    await typeInto(page, 'box-level-field', '5');
    await restPointer(page);
    await picture('compare-chosen');
  });

  test('a row is shown in a second view', async () => {
    const { page, picture } = app();
    await page.locator('[data-comparer][data-kind="aabb"]', { hasText: 'Two seeds' }).locator('[data-second]').click();
    await expect.poll(() => page.getByTestId('caption-right').innerText()).toMatch(/^Boxes, Two seeds/);
    await expect.poll(() => page.getByTestId('caption-left').innerText()).toMatch(/^Spheres/);
    await restPointer(page);
    await picture('compare-second');
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

function timeless({ kind, split, engine, queryEngine, bytes, resultHash, rays, sweep, cachedSweep, motions, tightness }: Row): unknown {
  return [
    kind,
    split,
    engine,
    queryEngine,
    bytes,
    resultHash,
    rays.nodesVisited,
    rays.falsePositives,
    sweep.nodesVisited,
    cachedSweep.nodesVisited,
    motions.nodesVisited,
    tightness,
  ];
}
