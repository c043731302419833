import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, expect, test } from 'vitest';
import { identityTransform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { pairsBruteForce } from '#core/pair/pairs/brute-force';
import { contactLength } from '#core/pair/contact/contacts';
import { outcomeOf } from '../fixtures/pair-outcome.ts';
import { ball, placed } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { type App, describeDrawnApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { chooseFiles, documentReady, restPointer, samePicture, steadyView, typeInto } from './view.ts';

// Two balls that cross in one loop, neither of which has an edge in a plane of the other.
const still = ball(31, 17);
const movingMesh = placed(ball(29, 19), 1, [0.9, 0.013, 0.007]);
const folder = mkdtempSync(join(tmpdir(), 'boxwood-pair-'));
const stillPath = written('still.obj', still);
const movingPath = written('moving mesh.obj', movingMesh);
const expected = pairsBruteForce(still, movingMesh, identityTransform);
const { contacts, loops } = outcomeOf(still, movingMesh).pairContacts;
const count = expected.length / 2;

/** Heights of the points of a contact, in the space of the fixed mesh, which is that of the world. */
function heightsOf(contact: number): number[] {
  const { firstPoint, positions } = contacts;
  return [...positions.slice(3 * firstPoint[contact]!, 3 * firstPoint[contact + 1]!)].filter((_, i) => i % 3 === 1);
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeDrawnApp('the contact lists of two meshes', [stillPath], (app) => {
  test('report that there is no moving mesh, and then list what brute force finds', async () => {
    const { page, picture } = app();
    await documentReady(page, 'still.obj');
    await page.getByTestId('fold-bottom').click();
    await page.getByTestId('tab-contacts').click();
    await expect.poll(() => page.getByTestId('contacts').innerText()).toMatch(/^No moving mesh\./);
    await openAsMovingMesh(app(), movingPath);
    await page.locator('[data-contact="0"]').waitFor();
    await page.keyboard.press('q');
    await restPointer(page);
    await steadyView(page);
    await picture('contacts');
    const rows = await page
      .locator('[data-contact]')
      .evaluateAll((all) => all.map((row) => [Number(row.getAttribute('data-a')), Number(row.getAttribute('data-b'))]));
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.flat()).toEqual([...expected.slice(0, 2 * rows.length)]);
    await expect.poll(() => page.getByTestId('tab-contacts').innerText()).toContain(String(count));
    await expect.poll(() => page.getByTestId('contacts-cost').innerText()).toMatch(new RegExp(`^${count} contacts: ${count} crossing;`));
  });

  test('say which contacts the section cuts away, on either side of it', async () => {
    const { page, picture } = app();
    await page.keyboard.press('y');
    await page.getByTestId('section-axis-y').click();
    // Through the middle of the rows in sight.
    const first = Array.from({ length: 12 }, (_, contact) => heightsOf(contact)[0]!).sort((a, b) => a - b);
    const offset = (first[5]! + first[6]!) / 2;
    await typeInto(page, 'section-offset', String(offset));
    const rows = (): Promise<{ contact: number; isCut: boolean }[]> =>
      page
        .locator('[data-contact]')
        .evaluateAll((all) =>
          all.map((row) => ({ contact: Number(row.getAttribute('data-contact')), isCut: row.textContent.includes('cut away') })),
        );
    const wrong = async (isKeptAt: (y: number) => boolean): Promise<number[]> =>
      (await rows()).filter(({ contact, isCut }) => isCut === heightsOf(contact).some(isKeptAt)).map(({ contact }) => contact);
    await expect.poll(() => wrong((y) => y <= offset)).toEqual([]);
    const cut = (await rows()).filter(({ isCut }) => isCut).map(({ contact }) => contact);
    const all = (await rows()).length;
    expect([cut.length > 0, cut.length < all], `${cut.length} of ${all}`).toEqual([true, true]);
    await picture('contacts-cut-away');
    await page.getByTestId('section-flip').click();
    await expect.poll(() => wrong((y) => y >= offset)).toEqual([]);
    await page.keyboard.press('y');
    await expect.poll(async () => (await rows()).some(({ isCut }) => isCut)).toBe(false);
    await page.keyboard.press('q');
  });

  test('a hovered contact is previewed, a clicked one selected with its loop, a double-clicked one framed', async () => {
    const { page, picture } = app();
    const before = await steadyView(page);
    await page.locator('[data-contact="3"]').hover();
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await page.locator('[data-contact="3"]').click();
    await restPointer(page);
    const chosen = await steadyView(page);
    expect(samePicture(chosen, before)).toBe(false);
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('Contact 4');
    await expect.poll(() => page.locator('[data-contact][aria-selected="true"]').getAttribute('data-contact')).toBe('3');
    await page.getByTestId('tab-loops').click();
    await expect.poll(() => page.locator('[data-loop="0"]').getAttribute('aria-selected')).toBe('true');
    await page.getByTestId('tab-contacts').click();
    await page.locator('[data-contact="3"]').dblclick();
    await restPointer(page);
    expect(samePicture(await steadyView(page), chosen)).toBe(false);
    await picture('contact');
  });

  test('a contact curve clicked in the view scrolls to its row', async () => {
    const { page, picture } = app();
    await frameRow(app(), 'End');
    const last = String(count - 1);
    await expect.poll(() => page.locator(`[data-contact="${last}"]`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByTestId('contacts').evaluate((list) => (list.scrollTop = 0));
    await expect.poll(() => page.locator(`[data-contact="${last}"]`).count()).toBe(0);
    await page.mouse.click(...(await whiteNearMiddle(app())));
    const [a, b] = await numbersIn(page.getByTestId('status-selection'), /^contact of triangles ([\d,]+) and ([\d,]+)/);
    const row = page.locator(`[data-a="${a}"][data-b="${b}"]`);
    await expect.poll(() => row.getAttribute('aria-selected')).toBe('true');
    await expect.poll(async () => (await selectedRows(app())).length).toBe(1);
    // All of it, below the head.
    const [head, own] = [await page.getByRole('columnheader', { name: 'Kind' }).boundingBox(), await row.boundingBox()];
    expect(own!.y).toBeGreaterThanOrEqual(head!.y + head!.height - 3);
    await restPointer(page);
    await picture('contact-from-view');
  });

  test('a highlighted triangle clicked in the view scrolls to its contacts', async () => {
    const { page } = app();
    await frameRow(app(), 'Home');
    await page.keyboard.press('Escape');
    await page.getByTestId('contacts').evaluate((list) => (list.scrollTop = list.scrollHeight));
    await expect.poll(() => page.locator('[data-contact="0"]').count()).toBe(0);
    const { side, triangle } = await clickLitTriangle(app());
    const own = [...Array(count).keys()].filter((i) => expected[2 * i + side] === triangle).map(String);
    await page.locator(`[data-contact="${own[0]}"]`).waitFor();
    // In one look, since the page may draw between two: of the rows in sight its own are selected, and no others.
    const wrong = (): Promise<string[]> =>
      page
        .locator('[data-contact]')
        .evaluateAll(
          (rows, selected) =>
            rows
              .filter((row) => selected.includes(row.getAttribute('data-contact')!) !== (row.getAttribute('aria-selected') === 'true'))
              .map((row) => row.getAttribute('data-contact')!),
          own,
        );
    await expect.poll(wrong).toEqual([]);
    await expect.poll(() => page.locator(`[data-contact="${own[0]}"]`).count()).toBe(1);
  });

  test('are sorted by a column head, and copied with full precision', async () => {
    const { page } = app();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Escape');
    const lengths = [...Array(count).keys()].map((i) => contactLength(contacts, i)!);
    const longest = lengths.indexOf(Math.max(...lengths));
    const head = page.getByRole('columnheader', { name: 'Length' });
    await head.getByRole('button').click();
    await head.getByRole('button').click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    await expect.poll(() => page.locator('[role="row"][aria-rowindex="2"]').getAttribute('data-contact')).toBe(String(longest));
    await page.getByRole('button', { name: 'Copy all rows' }).click();
    const copied = async (): Promise<string[][]> =>
      (await page.evaluate(() => navigator.clipboard.readText()))
        .split('\n')
        .slice(1)
        .map((row) => row.split('\t'));
    await expect.poll(async () => (await copied()).flatMap(([a, b]) => [Number(a), Number(b)])).toEqual([...expected]);
    const rows = await copied();
    expect(rows.map((row) => Number(row[5]))).toEqual(lengths);
    expect(rows.flatMap((row) => row.slice(7).map(Number))).toEqual([...contacts.positions]);
    await head.getByRole('button').click();
  });

  test('a loop is selected with all its contacts, and copied with its points', async () => {
    const { page, picture } = app();
    await restPointer(page);
    const before = await steadyView(page);
    await page.getByTestId('tab-loops').click();
    const row = page.locator('[data-loop="0"]');
    await expect.poll(() => row.getAttribute('data-closed')).toBe('true');
    await expect.poll(() => row.getAttribute('data-segments')).toBe(String(loops.segments.length));
    await row.dblclick();
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await expect.poll(() => page.getByTestId('properties').innerText()).toMatch(/Closed loop L1\s+crossing, closed/);
    await picture('loops');
    await page.keyboard.press('Control+c');
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await expect
      .poll(async () =>
        (await copied())
          .split('\n')
          .slice(2)
          .flatMap((line) => line.split('\t').map(Number)),
      )
      .toEqual([...loops.positions]);
    await page.getByTestId('tab-contacts').click();
    await page.locator('[data-contact]').first().waitFor();
    await expect.poll(() => page.locator('[data-contact][aria-selected="false"]').count()).toBe(0);
  });

  test.each(['contacts', 'loops'])('axe reports no violation in the list of %s, scrolled away from the selection', async (list) => {
    const { page } = app();
    await page.getByTestId(`tab-${list}`).click();
    await page.getByTestId(list).evaluate((rows) => (rows.scrollTop = rows.scrollHeight));
    expect(await axeViolations(page)).toEqual([]);
  });

  test('report that the surfaces are apart', async () => {
    const { page } = app();
    await page.keyboard.press('g');
    await typeInto(page, 'moving-move-x', '5');
    for (const list of ['contacts', 'loops']) {
      await page.getByTestId(`tab-${list}`).click();
      await expect.poll(() => page.getByTestId(list).innerText()).toMatch(/^No contacts: the surfaces are apart/);
    }
    await page.keyboard.press('Control+z');
    await page.locator('[data-loop="0"]').waitFor();
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

function written(name: string, mesh: TriangleMesh): string {
  const path = join(folder, name);
  writeFileSync(path, objText(mesh));
  return path;
}

async function openAsMovingMesh({ page }: App, path: string): Promise<void> {
  await chooseFiles(page, () => page.keyboard.press('Shift+Control+O'), path);
}

/** The place nearest to the middle of the view that is white as the crossing lines are. */
async function whiteNearMiddle({ page }: App): Promise<[x: number, y: number]> {
  const view = page.getByTestId('view');
  const [box, { data, width, height }] = [await view.boundingBox(), PNG.sync.read(await steadyView(page))];
  let nearest: readonly [x: number, y: number] | null = null;
  let minSq = Infinity;
  for (let i = 0; i < width * height; i++) {
    if (data[4 * i]! < 250 || data[4 * i + 1]! < 250 || data[4 * i + 2]! < 250) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    const awaySq = (x - width / 2) ** 2 + (y - height / 2) ** 2;
    if (awaySq < minSq) [nearest, minSq] = [[x, y], awaySq];
  }
  if (nearest === null) throw new Error('No contact curve is drawn');
  return [box!.x + nearest[0] + 0.5, box!.y + nearest[1] + 0.5];
}

async function numbersIn(element: Locator, pattern: RegExp): Promise<number[]> {
  await expect.poll(() => element.allInnerTexts().then((texts) => texts.join(''))).toMatch(pattern);
  return pattern
    .exec(await element.innerText())!
    .slice(1)
    .map((text) => Number(text.replaceAll(',', '')));
}

/** Goes to a row of the contacts by a key, and frames it by Enter. */
async function frameRow({ page }: App, key: 'Home' | 'End'): Promise<void> {
  await page.getByTestId('contacts').focus();
  await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await restPointer(page);
  await steadyView(page);
}

/** The rows in sight that belong to what is selected. */
async function selectedRows({ page }: App): Promise<string[]> {
  return page.locator('[data-contact][aria-selected="true"]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-contact')!));
}

/** Clicks beside the line nearest to the middle of the view until a triangle is chosen, and tells which of which mesh it is. */
async function clickLitTriangle({ page, ...rest }: App): Promise<{ side: 0 | 1; triangle: number }> {
  const [x, y] = await whiteNearMiddle({ page, ...rest });
  for (const [dx, dy] of [
    [0, 14],
    [0, -14],
    [14, 0],
    [-14, 0],
    [0, 24],
    [0, -24],
    [24, 0],
    [-24, 0],
  ] as const) {
    await page.mouse.click(x + dx, y + dy);
    const chosen = /^triangle ([\d,]+)/.exec((await page.getByTestId('status-selection').allInnerTexts()).join(''));
    if (chosen === null) continue;
    const active = await page.locator('[data-document][aria-current="true"]').innerText();
    return { side: active.includes('moving mesh.obj') ? 1 : 0, triangle: Number(chosen[1]!.replaceAll(',', '')) };
  }
  throw new Error('No triangle next to the curve');
}
