import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { ball, knot, meshOf } from '../fixtures/shapes.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { objText } from '../fixtures/write-text.ts';
import { detailTest } from '../fixtures/detail-test.ts';
import { temporaryFolder } from '../main/product.ts';
import { runInProcess } from '../main/run-in-process.ts';
import { type App, describeApp, describeDrawnApp, expectQuietConsole } from './app.ts';
import { dragHandle, handleAt, shownPose } from './moving-mesh.ts';
import { chooseFiles, documentReady, meshRow, restPointer, samePicture, steadyView, typeInto } from './view.ts';

const folder = temporaryFolder();

function file(name: string, mesh: TriangleMesh): string {
  const path = join(folder, name);
  writeFileSync(path, objText(mesh));
  return path;
}

const still = file('still.obj', knot(2, 3, 96, 12));
const moved = file('moving mesh.obj', ball(32, 16, 1.1));

describeDrawnApp('a second mesh moved against the first', [still], (app) => {
  test('a mesh opened as the moving mesh is purple, framed with the other, and queried at once', async () => {
    const { page, picture } = app();
    await documentReady(page, 'still.obj');
    await chooseFiles(page, () => page.keyboard.press('Control+Shift+o'), [moved]);
    await documentReady(page, 'moving mesh.obj');
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('against still.obj');
    await expectAnswerOfCommandLine(app());
    expect(await isolated(page)).toBe(true);
    await restPointer(page);
    await picture('pair-opened');
  });

  test('typed numbers place it, and the counts are those of the command line', async () => {
    const { page, picture } = app();
    for (const [axis, text] of [
      ['x', '1.9'],
      ['y', '0.35'],
      ['z', '-0.6'],
    ] as const)
      await typeInto(page, `moving-move-${axis}`, text);
    await expectAnswerOfCommandLine(app());
    for (const [axis, text] of [
      ['x', '25'],
      ['y', '90'],
      ['z', '-40'],
    ] as const)
      await typeInto(page, `moving-turn-${axis}`, text);
    await typeInto(page, 'moving-scale', '0.8');
    const { contacts } = await expectAnswerOfCommandLine(app());
    expect(contacts).toBeGreaterThan(50);
    await restPointer(page);
    await picture('pair-typed');
    await page.keyboard.press('x');
    await picture('pair-xray');
    await page.keyboard.press('x');
  });

  test('a dragged handle moves it along its axis, live and as one undo step', async () => {
    const { page, picture } = app();
    const before = await shownPose(page);
    const steps = await stepCount(page);
    await restPointer(page);
    const count = await page.getByTestId('pair-count').innerText();
    const [x, y] = await handleAt(page, 'x');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 4 });
    await page.mouse.move(x + 40, y + 5, { steps: 4 });
    await expect.poll(() => page.getByTestId('moving-move-x').inputValue()).not.toBe(String(before.move[0]));
    await expect.poll(() => page.getByTestId('pair-count').innerText()).not.toBe(count);
    await picture('pair-dragging');
    await page.mouse.up();
    const after = await shownPose(page);
    expect(after.move[0]).not.toBe(before.move[0]);
    expect({ ...after, move: after.move.slice(1) }).toEqual({ ...before, move: before.move.slice(1) });
    expect(await stepCount(page)).toBe(steps + 1);
    await expectAnswerOfCommandLine(app());
    await page.keyboard.press('Control+z');
    await expect.poll(() => shownPose(page)).toEqual(before);
    await expectAnswerOfCommandLine(app());
  });

  test('Escape restores the pose before the drag', async () => {
    const { page } = app();
    const before = await shownPose(page);
    await restPointer(page);
    const [x, y] = await handleAt(page, 'z');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 30, y + 30, { steps: 5 });
    await expect.poll(() => page.getByTestId('moving-move-z').inputValue()).not.toBe(String(before.move[2]));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => shownPose(page)).toEqual(before);
  });

  test('E and R rotate and scale it about its centre, with Ctrl in whole steps', async () => {
    const { page, picture } = app();
    await restPointer(page);
    await page.keyboard.press('e');
    const turned = await dragHandle(page, 'y', [60, 0], { ctrl: true });
    expect(turned.turn.every((degrees) => Number.isInteger(degrees * 100))).toBe(true);
    await expectAnswerOfCommandLine(app());
    await picture('pair-turn');
    await page.keyboard.press('r');
    const before = await shownPose(page);
    const scaled = await dragHandle(page, 'y', [0, -40]);
    expect(scaled.scale).not.toBe(before.scale);
    expect(scaled.turn).toEqual(before.turn);
    await expectAnswerOfCommandLine(app());
    await page.keyboard.press('w');
    const snapped = await dragHandle(page, 'x', [60, 0], { ctrl: true });
    // Whole tenths: the meshes are nearly ten across.
    expect(snapped.move[0]).toBe(Number(snapped.move[0]!.toFixed(1)));
  });

  test('a contact is found in the view, and its row in the list; F frames it', async () => {
    const { page, picture } = app();
    for (const [axis, text] of [
      ['x', '1.9'],
      ['y', '0.35'],
      ['z', '-0.6'],
    ] as const)
      await typeInto(page, `moving-move-${axis}`, text);
    await expectAnswerOfCommandLine(app());
    await restPointer(page);
    const before = await steadyView(page);
    await page.locator('[data-contact]').nth(2).click();
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toMatch(/contact of/);
    await page.keyboard.press('f');
    await picture('pair-contact');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByTestId('tab-loops').click();
    await page.locator('[data-loop]').first().click();
    await restPointer(page);
    await picture('pair-loop');
  });

  test('a contact curve clicked in the view is selected in the list', async () => {
    const { page } = app();
    // Out of the tool, then of the loop that is chosen: it covers its white line.
    for (let i = 0; i < 2; i++) await page.keyboard.press('Escape');
    await page.getByTestId('tab-contacts').click();
    await restPointer(page);
    const white = await whiteLineAt(page);
    await page.mouse.move(...white);
    await expect.poll(() => page.getByTestId('legend').innerText()).toMatch(/Under the pointer: contact of/);
    await page.mouse.click(...white);
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toMatch(/contact of/);
    await expect.poll(() => page.locator('[data-contact].selected').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
  });

  test('apart, nothing is highlighted and the count is 0', async () => {
    const { page, picture } = app();
    await typeInto(page, 'moving-move-x', '9');
    await expectAnswerOfCommandLine(app());
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('apart');
    await page.keyboard.press('f');
    await restPointer(page);
    await picture('pair-apart');
  });

  detailTest('released, it is a mesh like the others; the list of meshes makes it the moving mesh again', async () => {
    const { page } = app();
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await expect.poll(() => page.getByTestId('pair-facts').count()).toBe(0);
    await meshRow(page, 'moving mesh.obj').hover();
    await page.getByRole('button', { name: 'Use moving mesh.obj as moving mesh' }).click();
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('against still.obj');
    expect((await shownPose(page)).move).toEqual([0, 0, 0]);
    await expectAnswerOfCommandLine(app());
  });

  test('a moving mesh without a triangle is reported', async () => {
    const { page, drop } = app();
    const empty = join(folder, 'points.obj');
    writeFileSync(empty, 'v 0 0 0\nv 1 0 0\n');
    await drop([empty]);
    await documentReady(page, 'points.obj');
    await meshRow(page, 'points.obj').hover();
    await page.getByRole('button', { name: 'Use points.obj as moving mesh' }).click();
    await expect
      .poll(() => page.getByTestId('pair-problem').innerText())
      .toMatch(/points\.obj: It has no usable triangle, so nothing can intersect it\./);
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

describeApp(
  'a page that may not share memory',
  [still, moved],
  (app) => {
    test('counts the same, in a worker with copies of its own', async () => {
      const { page, picture } = app();
      // As a shell without isolation says it; the page asks before it does anything.
      await page.addInitScript(() => Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false }));
      await page.reload();
      await documentReady(page, 'moving mesh.obj');
      await page.keyboard.press('g');
      await page.getByRole('button', { name: 'Move moving mesh.obj' }).click();
      for (const text of ['1', '1.5', '2.5']) {
        await typeInto(page, 'moving-move-x', text);
        await expectAnswerOfCommandLine(app());
      }
      await picture('pair-unshared');
    });

    test('the console has no errors', () => {
      expectQuietConsole(app());
    });
  },
  { needsOwnPage: true },
);

/** Of a sheet: more than a hundred thousand contacts in the full run, more than ten thousand otherwise. */
const sheetCells = isFullRun ? 230 : 90;
const minContacts = isFullRun ? 100_000 : 10_000;

describeApp('very many contacts', [file('sheet.obj', sheet(sheetCells, 0)), file('other.obj', sheet(sheetCells, 0.37))], (app) => {
  test('are counted, drawn and listed, and the moving mesh can still be dragged', async () => {
    const { page, picture } = app();
    await documentReady(page, 'sheet.obj');
    await documentReady(page, 'other.obj');
    await page.keyboard.press('g');
    await page.getByRole('button', { name: 'Move other.obj' }).click();
    const { contacts } = await expectAnswerOfCommandLine(app(), 'sheet.obj', 'other.obj');
    expect(contacts).toBeGreaterThan(minContacts);
    await restPointer(page);
    await picture('pair-100k');
    const before = await shownPose(page);
    await dragHandle(page, 'y', [0, -25]);
    await expectAnswerOfCommandLine(app(), 'sheet.obj', 'other.obj');
    await page.keyboard.press('Control+z');
    await expect.poll(() => shownPose(page)).toEqual(before);
  });

  detailTest('the list renders few rows, and scrolls anywhere at once', async () => {
    const { page, picture } = app();
    await page.getByTestId('fold-bottom').click();
    await page.getByTestId('tab-contacts').click();
    await page.locator('[data-contact="0"]').waitFor();
    await expect.poll(() => page.getByTestId('contacts-cost').innerText()).toMatch(/^[\d,]{6,} contacts/);
    const all = Number(/[\d,]+/.exec(await page.getByTestId('contacts-cost').innerText())![0].replaceAll(',', ''));
    expect(all).toBeGreaterThan(minContacts);
    const list = page.getByTestId('contacts');
    const places = isFullRun ? 20 : 5;
    for (let i = 0; i <= places; i++) {
      await list.evaluate((rows, share) => (rows.scrollTop = rows.scrollHeight * share), i / places);
      await page.locator(`[data-contact="${Math.round((all - 1) * (i / places))}"]`).waitFor();
      await expect.poll(() => page.locator('[data-contact]').count()).toBeLessThan(60);
    }
    for (const column of ['Kind', 'Length']) await page.getByRole('columnheader', { name: column }).getByRole('button').click();
    await list.press('End');
    await expect.poll(() => page.locator(`[aria-rowindex="${all + 1}"]`).getAttribute('aria-selected')).toBe('true');
    await page.getByTestId('tab-loops').click();
    await page.locator('[data-loop]').first().waitFor();
    // Chosen while the other list is behind this one: it has its row in sight when it comes to the front.
    await page.getByTestId('loops').press('End');
    await page.getByTestId('tab-contacts').click();
    await page.locator('[data-contact][aria-selected="true"]').first().waitFor();
    await picture('contacts-many');
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

/** A square of `cells · cells` cells with a wave on it, two triangles each. */
function sheet(cells: number, phase: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= cells; i++) {
    for (let j = 0; j <= cells; j++) {
      const [x, z] = [(10 * i) / cells + phase / 50, (10 * j) / cells + phase / 70];
      positions.push(x, 0.02 * Math.sin(40 * (i + j) + phase), z);
      if (i < cells && j < cells) {
        const at = i * (cells + 1) + j;
        indices.push(at, at + 1, at + cells + 2, at, at + cells + 2, at + cells + 1);
      }
    }
  }
  return meshOf(positions, indices, 'sheet');
}

interface Report {
  readonly overlap: boolean;
  readonly trianglesA: number;
  readonly trianglesB: number;
  readonly contacts: readonly unknown[];
  readonly curveTotals: { readonly closed: number; readonly open: number };
}

/** What the page counts is what the command line counts for the pose whose numbers the page shows. */
async function expectAnswerOfCommandLine({ page }: App, a = 'still.obj', b = 'moving mesh.obj'): Promise<{ readonly contacts: number }> {
  const { move, turn, scale } = await shownPose(page);
  const flags = ['--translate', move.join(','), '--rotate', turn.join(','), '--scale', String(scale)];
  const { out, err } = await runInProcess(['query', 'pair', a, b, ...flags, '--contacts', '--json'], { folder });
  expect(err).toBe('');
  const report = JSON.parse(out) as Report;
  const text = (count: number): string => count.toLocaleString('en');
  const shown = async (): Promise<readonly string[]> =>
    Promise.all(['overlap', 'count', 'triangles-a', 'triangles-b'].map((name) => page.getByTestId(`pair-${name}`).innerText()));
  const wanted = [report.overlap ? 'intersect' : 'apart', text(report.contacts.length), text(report.trianglesA), text(report.trianglesB)];
  await expect.poll(shown).toEqual(wanted);
  const { closed, open } = report.curveTotals;
  const loops = [
    closed === 0 ? '' : `${text(closed)} closed loop${closed === 1 ? '' : 's'}`,
    open === 0 ? '' : `${text(open)} open curve${open === 1 ? '' : 's'}`,
  ];
  await expect.poll(() => page.getByTestId('pair-loops').innerText()).toBe(loops.filter((part) => part !== '').join(', ') || 'none');
  return { contacts: report.contacts.length };
}

async function stepCount(page: Page): Promise<number> {
  return Number(/\d+/.exec(await page.getByTestId('tab-history').innerText())![0]);
}

async function isolated(page: Page): Promise<boolean> {
  return page.evaluate(() => globalThis.crossOriginIsolated);
}

/**
 * A pixel of the page in the middle of the visible contact curves: white, as the one below it, in the upper part of the view, clear of the
 * legend. The outermost of these pixels may lie where a surface in front ends.
 */
async function whiteLineAt(page: Page): Promise<[x: number, y: number]> {
  const { width, height, data } = PNG.sync.read(await steadyView(page));
  const isWhite = (x: number, y: number): boolean => [0, 1, 2].every((i) => data[4 * (y * width + x) + i]! > 250);
  const found: [x: number, y: number][] = [];
  for (let y = 80; y < height * 0.6; y++) {
    for (let x = 80; x < width - 80; x++) if (isWhite(x, y) && isWhite(x, y + 1)) found.push([x, y]);
  }
  if (found.length === 0) throw new Error('No contact curve is in sight');
  const box = await page.getByTestId('view').boundingBox();
  const [x, y] = found[found.length >> 1]!;
  return [box!.x + x + 0.5, box!.y + y + 1];
}
