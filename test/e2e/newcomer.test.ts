import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noProgress } from '#core/progress';
import { importMesh } from '#core/import/import-mesh';
import { meshBounds } from '#core/mesh/bounds';
import { mainSample } from '../fixtures/scale.ts';
import { box, named } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../main/product.ts';
import { runInProcess } from '../main/run-in-process.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { reach } from './by-keys.ts';
import { glbOf, openRoom } from './room.ts';
import { chooseFiles, documentReady } from './view.ts';

const folder = temporaryFolder();
const room = openRoom();
const shell = named('shell', box([-1.25, -1, -1], [5, 1, 1]));
writeFileSync(join(folder, 'room.glb'), glbOf(room));
writeFileSync(join(folder, 'room_collision.glb'), glbOf(shell));
const triangles = room.indices.length / 3;

/** What the command line prints about the same files. */
async function printed<T>(...args: readonly string[]): Promise<T> {
  return JSON.parse((await runInProcess([...args, '--json'], { folder })).out) as T;
}

/** How a person does each step. */
interface Hand {
  open(page: Page, name: string): Promise<void>;
  worstNode(page: Page): Promise<void>;
  /** Selects the first hole that the checks find. */
  findHole(page: Page): Promise<void>;
  fillHole(page: Page): Promise<void>;
  exportForUnreal(page: Page): Promise<Download>;
  /** Compares the two open meshes. */
  compare(page: Page): Promise<void>;
}

const workspace = (page: Page, name: string): Promise<void> =>
  page.getByTestId('workspaces').getByRole('radio', { name, exact: true }).click();

async function choose(page: Page, menu: string, command: string): Promise<void> {
  await page.getByRole('menuitem', { name: menu, exact: true }).click();
  await page.locator(`.menu-list [data-command="${command}"]`).click();
}

const checked = (page: Page): Promise<void> =>
  expect.poll(() => page.getByTestId('check-bar').innerText()).toContain('Checked in') as Promise<void>;

const mouse: Hand = {
  open: (page, name) => chooseFiles(page, () => choose(page, 'File', 'openFile'), join(folder, name)),
  async worstNode(page) {
    await page.getByRole('radio', { name: 'Worst nodes' }).click();
    await page.getByTestId('worst-nodes').locator('[data-listed]').first().click();
  },
  async findHole(page) {
    await workspace(page, 'Health');
    await page.getByTestId('check').click();
    await checked(page);
    await page.getByTestId('findings').getByText('Boundary loops (holes)').click();
    await page.locator('[data-item="0"]').click();
  },
  async fillHole(page) {
    await page
      .getByRole('button', { name: /^Fill \d+ holes/ })
      .first()
      .click();
    await page.getByTestId('repair-apply').click();
  },
  async exportForUnreal(page) {
    await choose(page, 'File', 'export');
    await page.getByTestId('export-preset').selectOption('unreal');
    const download = page.waitForEvent('download');
    await page.getByTestId('export-run').click();
    return download;
  },
  async compare(page) {
    await workspace(page, 'Compare');
    await page.locator('[data-command="compareWith"]').click();
    await page.getByTestId('compare-run').click();
  },
};

const keyboard: Hand = {
  open: (page, name) => chooseFiles(page, () => page.keyboard.press('Control+o'), join(folder, name)),
  async worstNode(page) {
    await page.keyboard.press('Alt+n');
    await reach(page, 'worst-nodes');
    await page.keyboard.press('Home');
  },
  async findHole(page) {
    await page.keyboard.press('k');
    await checked(page);
    await page.keyboard.press('n');
  },
  async fillHole(page) {
    await page.keyboard.press('Shift+r');
    await page.getByTestId('repair').waitFor();
    await reach(page, 'repair-fill-holes');
    await page.keyboard.press('Space');
    await reach(page, 'repair-apply');
    await page.keyboard.press('Enter');
  },
  async exportForUnreal(page) {
    await page.keyboard.press('Control+e');
    await reach(page, 'export-preset');
    await page.keyboard.type('Unreal');
    const download = page.waitForEvent('download');
    await reach(page, 'export-run');
    await page.keyboard.press('Enter');
    return download;
  },
  async compare(page) {
    await page.keyboard.press('Shift+D');
    await reach(page, 'compare-run');
    await page.keyboard.press('Enter');
  },
};

const properties = (page: Page): Promise<string> => page.getByTestId('properties').innerText();

/** The text of a figure in the properties. */
function figure(text: string, name: string): string {
  return new RegExp(`(?:^|\\n)${name}\\s*\\n?\\s*([^\\n]+)`).exec(text)?.[1]?.trim() ?? `no ${name} in ${text}`;
}

const ways = [
  ['mouse', mouse],
  ['keyboard', keyboard],
] as const;

describe.each(mainSample(ways, ([by]) => by === 'mouse'))('a newcomer by %s', (by, hand) => {
  describeApp(`a newcomer by ${by}`, [], (app) => {
    test('finds the worst node, with the numbers of the command line', async () => {
      const { page } = app();
      await hand.open(page, 'room.glb');
      await documentReady(page, 'room.glb');
      await hand.worstNode(page);
      const { worstNodes } = await printed<{ readonly worstNodes: readonly { readonly node: number; readonly waste: number }[] }>(
        'tree',
        'room.glb',
        '--worst',
        '1',
      );
      const { node, waste } = worstNodes[0]!;
      await expect.poll(() => properties(page)).toContain(`Node ${node.toLocaleString('en')}`);
      expect(Math.abs(parseFloat(figure(await properties(page), 'Waste')) - 100 * waste)).toBeLessThan(0.01);
    });

    test('finds a hole and fills it', async () => {
      const { page } = app();
      await hand.findHole(page);
      await expect.poll(() => properties(page)).toContain('boundary-loops');
      // Two triangles are missing, which touch in a vertex.
      await expect.poll(async () => figure(await properties(page), 'Elements')).toBe('3 edges');
      const { facts } = await printed<{ readonly facts: { readonly boundaryEdges: number } }>('check', 'room.glb');
      expect(facts.boundaryEdges).toBe(6);
      await hand.fillHole(page);
      const row = await documentReady(page, 'room (repaired)');
      await checked(page);
      await expect.poll(() => page.getByTestId('findings').innerText()).not.toContain('Boundary loops');
      expect(await row.innerText()).toContain(String(triangles + 2));
    });

    test('exports the repaired mesh for an engine', async () => {
      const { page } = app();
      const download = await hand.exportForUnreal(page);
      expect(download.suggestedFilename()).toBe('room (repaired).glb');
      const { mesh } = await importMesh(readFileSync(await download.path()), {
        fileName: 'room.glb',
        progress: noProgress,
        readSideFile: async () => null,
      });
      expect(mesh.indices.length / 3).toBe(triangles + 2);
      const sizes = ({ min, max }: { readonly min: readonly number[]; readonly max: readonly number[] }): number[] =>
        max.map((value, k) => value - min[k]!);
      const [x, y, z] = sizes(meshBounds(room)!);
      const written = sizes(meshBounds(mesh)!);
      for (const [k, size] of [x!, z!, y!].entries()) expect(written[k]! / (100 * size)).toBeCloseTo(1, 5);
      await page.keyboard.press('Escape');
      await page.getByTestId('export').waitFor({ state: 'detached' });
    });

    test('compares a collider with its mesh both ways', async () => {
      const { page } = app();
      await page.keyboard.press('Control+z');
      await documentReady(page, 'room.glb');
      await hand.open(page, 'room_collision.glb');
      await documentReady(page, 'room_collision.glb');
      await hand.compare(page);
      await expect.poll(() => page.getByTestId('changes').getAttribute('aria-busy')).toBe('false');
      const shown = /Max distance to other(?:, m)?\s+([\d.]+)\s+([\d.]+)/.exec(await page.getByTestId('change-sizes').innerText())!;
      const { surface } = await printed<{ readonly surface: Readonly<Record<'removed' | 'added', { readonly found: number }>> }>(
        'diff',
        'room_collision.glb',
        'room.glb',
      );
      expect(Number(shown[1])).toBeCloseTo(surface.removed.found, 2);
      expect(Number(shown[2])).toBeCloseTo(surface.added.found, 2);
      expectQuietConsole(app());
    });
  });
});
