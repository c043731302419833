import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { ball, box, joined, named } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady, restPointer, samePicture, steadyView } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a crate with a lid and a knob, as careful programs do: under another name, which then becomes its own. */
function writeCrate(height: number, hasLid: boolean, knob: string): string {
  const walls = box([-1, -1, -1], [1, 1, height]);
  const parts = [named('crate', hasLid ? walls : { ...walls, indices: walls.indices.slice(6) }), named(knob, ball(16, 8, 0.4))];
  const mesh = joined(parts);
  const lines = objText(mesh).split('\n');
  const faces = lines.flatMap((line, i) => (line.startsWith('f ') ? [i] : []));
  for (const { name, firstTriangle } of mesh.parts.toReversed()) lines.splice(faces[firstTriangle]!, 0, `o ${name}`);
  const path = join(folder, 'crate.obj');
  writeFileSync(`${path}.tmp`, lines.join('\n'));
  renameSync(`${path}.tmp`, path);
  return path;
}

const crate = writeCrate(1, false, 'knob');

describeApp('two versions of a mesh', [crate], (app) => {
  const table = (page: Page, name: string): Promise<readonly string[]> =>
    page
      .getByTestId(name)
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText.replace(/\s+/g, ' ').trim()));
  const legend = (page: Page): Promise<string> => page.getByTestId('legend').innerText();
  const view = (page: Page, name: string): Promise<void> => page.getByRole('radio', { name, exact: true }).click();

  test('a reload says what changed, and the list and the view show it', async () => {
    const { page, picture } = app();
    await documentReady(page, 'crate.obj');
    expect(await page.locator('#menu-View').count()).toBe(0);
    writeCrate(2, true, 'handle');
    await page.getByTestId('reload').click();
    const offer = page.getByTestId('changes-offer');
    await offer.waitFor();
    // The top moves up with its walls, and the bottom is closed at edges of walls that have changed.
    expect(await offer.innerText()).toMatch(/^crate\.obj: 6 triangles added, 6 removed, 6 changed\.\s+Show changes$/);
    await offer.getByTestId('changes-show').click();
    await expect.poll(() => offer.count()).toBe(0);
    await expect.poll(() => page.getByTestId('changes').getAttribute('aria-busy')).toBe('false');
    expect(await table(page, 'change-sizes')).toEqual([
      'Triangles 234 236',
      'Vertices 122 122',
      'Size 2 × 2 × 2 2 × 2 × 3',
      'Min −1, −1, −1 −1, −1, −1',
      'Max 1, 1, 1 1, 1, 2',
      'Boundary edges 4 0',
      'Components 2 2',
      expect.stringMatching(/^Area 2[\d.]+ 3[\d.]+$/),
      expect.stringMatching(/^Volume /),
      expect.stringMatching(/^Max distance to other [\d.]+ 1$/),
      expect.stringMatching(/^Farthest point /),
    ]);
    expect(await table(page, 'change-parts')).toEqual([
      'crate changed 10 12',
      'handle (before: knob) renamed 224 224',
      '0 parts the same.',
    ]);
    expect(await page.getByTestId('change-findings').locator('[data-finding=boundary-loops]').getAttribute('data-state')).toBe('gone');
    expect(await legend(page)).toMatch(/6 triangles added\s+6 triangles removed\s+6 triangles changed/);
    await restPointer(page);
    const both = await steadyView(page);
    await picture('changes-both');
    await view(page, 'Before');
    await expect.poll(() => legend(page)).toMatch(/^(?!.*added)/s);
    await picture('changes-before');
    expect(samePicture(await steadyView(page), both)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    // By key: after, the mesh alone, both again.
    await page.getByTestId('view').locator('canvas').first().focus();
    await page.keyboard.press('o');
    await expect.poll(() => page.getByRole('radio', { name: 'After', exact: true }).getAttribute('aria-checked')).toBe('true');
    await picture('changes-after');
    await page.keyboard.press('o');
    // Nothing is left to explain.
    await expect.poll(() => page.getByTestId('legend').count()).toBe(0);
    await page.keyboard.press('o');
    await expect.poll(() => legend(page)).toMatch(/6 triangles added\s+6 triangles removed\s+6 triangles changed/);
    const isShown = (name: string): Promise<string | null> => page.getByRole('radio', { name, exact: true }).getAttribute('aria-checked');
    expect(await isShown('Both')).toBe('true');
    // The version before, while the key is held.
    await page.keyboard.down('Shift');
    await page.keyboard.down('O');
    await expect.poll(() => isShown('Before')).toBe('true');
    await page.keyboard.up('O');
    await page.keyboard.up('Shift');
    await expect.poll(() => isShown('Both')).toBe('true');
    await page.getByTestId('changes-frame').click();
    await picture('changes-framed');
    await view(page, 'Mesh');
  });

  test('a repair is previewed in the view, applied from there, and compared after undo too', async () => {
    const { page, picture } = app();
    writeCrate(1, false, 'knob');
    await page.getByTestId('reload').click();
    await page.getByTestId('changes-offer').waitFor();
    await page.getByTestId('changes-offer').getByRole('button', { name: 'Dismiss' }).click();
    await page.keyboard.press('Shift+R');
    await page.getByTestId('repair-fill-holes').check();
    expect(await page.getByTestId('repair-show').isDisabled()).toBe(true);
    await page.getByTestId('repair-preview').click();
    await page.getByTestId('repair-report').waitFor();
    await page.getByTestId('repair-show').click();
    await expect.poll(() => page.getByTestId('repair').count()).toBe(0);
    await expect.poll(() => legend(page)).toContain('2 triangles added');
    expect(await table(page, 'change-sizes')).toContain('Triangles 234 236');
    expect(await page.getByTestId('change-findings').locator('[data-finding=boundary-loops]').getAttribute('data-state')).toBe('gone');
    await picture('changes-preview');
    await page.getByTestId('changes-apply').click();
    const active = page.locator('[data-document][aria-current=true] .name');
    await expect.poll(() => active.innerText()).toBe('crate (repaired).obj');
    await expect.poll(() => page.getByTestId('changes-apply').count()).toBe(0);
    // The check of the copy shows the findings.
    await page.keyboard.press('Alt+c');
    await expect.poll(() => legend(page)).toContain('2 triangles added');
    await page.getByTestId('changes-compare').click();
    await expect.poll(() => table(page, 'change-sizes')).toContain('Boundary edges 4 0');
    await page.keyboard.press('Control+z');
    await expect.poll(() => active.innerText()).toBe('crate.obj');
    expect(await legend(page)).toContain('2 triangles added');
    expectQuietConsole(app());
  });
});

const files = [
  ['rock.obj', ball(16, 8, 1)],
  ['rock_collision.obj', box([-1, -1, -1], [1, 1, 3])],
] as const;
const rocks = files.map(([name, mesh]) => {
  const path = join(folder, name);
  // The visual mesh has a vertex that is not a finite number.
  writeFileSync(path, name === 'rock.obj' ? `${objText(mesh)}\nv nan 0 0\nf 1 2 -1\n` : objText(mesh));
  return path;
});

describeApp('a collider in a file of its own', rocks, (app) => {
  const row = (page: Page, name: string) => page.locator('[role=treeitem][data-document]', { hasText: name });

  test('is a collider by its name, and what the user says', async () => {
    const { page, picture } = app();
    await documentReady(page, 'rock_collision.obj');
    expect(await row(page, 'rock_collision.obj').locator('.name').textContent()).toBe('rock_collision.obj collider');
    await row(page, 'rock_collision.obj').click();
    await page.keyboard.press('Alt+h');
    await expect.poll(() => page.getByTestId('legend').innerText()).toContain('1 collider');
    await picture('collider-file');
    const role = page.getByTestId('document-role');
    expect(await role.locator('option:checked').innerText()).toBe('File name: collider');
    await role.selectOption('visual');
    await expect.poll(() => page.getByTestId('legend').count()).toBe(0);
    expect(await row(page, 'rock_collision.obj').locator('.name').innerText()).toBe('rock_collision.obj');
    await row(page, 'rock_collision.obj').click({ button: 'right' });
    await page.getByRole('menuitemcheckbox', { name: 'Collider' }).click();
    await expect.poll(() => role.inputValue()).toBe('collider');
    await expect.poll(() => page.getByTestId('legend').innerText()).toContain('1 collider');
  });

  test('is compared with its visual mesh both ways', async () => {
    const { page, picture } = app();
    await row(page, 'rock.obj').first().click();
    await page.keyboard.press('Shift+D');
    await page.getByTestId('compare-with').waitFor();
    const chosen = (id: string) => page.getByTestId(id).locator('option:checked').innerText();
    expect([await chosen('compare-a'), await chosen('compare-b')]).toEqual(['rock.obj', 'rock_collision.obj']);
    await page.getByTestId('compare-b').selectOption({ label: 'rock.obj' });
    expect(await page.getByTestId('compare-run').isDisabled()).toBe(true);
    await page.getByTestId('compare-b').selectOption({ label: 'rock_collision.obj' });
    await page.getByTestId('compare-run').click();
    await expect.poll(() => page.getByTestId('changes').getAttribute('aria-busy')).toBe('false');
    const sizes = await page.getByTestId('change-sizes').innerText();
    const numbers = /Max distance to other\s+([\d.]+)\s+([\d.]+)/.exec(sizes)!.slice(1).map(Number);
    // The top of the ball is 1 from all sides. The top corners of the box are √(1+1+9) from the centre of the ball.
    expect(numbers[0]).toBeCloseTo(1, 2);
    expect(numbers[1]).toBeCloseTo(Math.sqrt(11) - 1, 1);
    expect(await page.getByTestId('farthest').locator('button').last().innerText()).toMatch(/^−?1, −?1, 3$/);
    expect(await page.getByTestId('changes').getByTestId('left-out-note').allInnerTexts()).toEqual([
      'Left out: 1 non-finite vertex of A, and the triangles that use it.',
    ]);
    const before = await steadyView(page);
    await page.getByTestId('farthest').locator('button').last().click();
    expect(samePicture(await steadyView(page), before)).toBe(false);
    // Its mesh has the colours of its distances, and the point a mark that no surface hides.
    await expect.poll(() => page.getByRole('radio', { name: 'B distance', exact: true }).getAttribute('aria-checked')).toBe('true');
    await expect.poll(() => page.locator('.view-label', { hasText: /^max 2\.3\d+$/ }).count()).toBe(1);
    await page.getByRole('radio', { name: 'Both', exact: true }).click();
    await expect.poll(() => page.getByTestId('legend').innerText()).toMatch(/12 triangles only in rock_collision\.obj/);
    await picture('compared-meshes');
    expect(await axeViolations(page)).toEqual([]);
    // Hidden by hand, the mesh with the colours says so, and comes back by its button or another choice of what is shown.
    const note = page.getByTestId('changes-hidden');
    const hide = (): Promise<void> => row(page, 'rock.obj').first().getByRole('button', { name: /^Hide/ }).click();
    const drawn = await steadyView(page);
    await hide();
    await expect.poll(() => note.innerText()).toMatch(/^rock\.obj is hidden, so the view does not show the changes\.\s+Show mesh$/);
    await expect.poll(() => page.getByTestId('legend').count()).toBe(0);
    await note.getByRole('button').click();
    await expect.poll(() => note.count()).toBe(0);
    await restPointer(page);
    await expect.poll(async () => samePicture(await steadyView(page), drawn)).toBe(true);
    await hide();
    await page.getByRole('radio', { name: 'A distance', exact: true }).click();
    await expect.poll(() => page.getByTestId('distance-scale').count()).toBe(1);
    expect(await note.count()).toBe(0);
    expectQuietConsole(app());
  });
});
