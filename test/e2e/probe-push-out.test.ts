import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { pushShapeOut, type PushShape } from '#core/query/push-out/push-shape-out';
import { overlap } from '#core/query/shape-overlap';
import { shapeViewpoint } from '#core/query';
import { triangleFilter } from '#core/query/triangle-filter';
import { box, joined } from '../fixtures/shapes.ts';
import { treed } from '../fixtures/treed.ts';
import { describeApp, expectQuietConsole, type App } from './app.ts';
import { documentReady, fieldValue, steadyView, typeInto } from './view.ts';

/** A cube from −1 to 1, and a plate over it: two parts. */
const [base, lid] = [box(), box([-1, 1.2, -1], [1, 1.22, 1])];
const mesh = {
  ...joined([base, lid]),
  parts: ['base', 'lid'].map((name, i) => ({ name, firstTriangle: 12 * i, triangleCount: 12, worldFromPart: null })),
};
const { tree } = treed(mesh);
const folder = mkdtempSync(join(tmpdir(), 'boxwood-push-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'lidded.obj');
writeFileSync(path, partText('base', base.positions, base.indices, 0) + partText('lid', lid.positions, lid.indices, 8));

function partText(name: string, positions: Float64Array, indices: Uint32Array, first: number): string {
  const lines = [`o ${name}`];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${positions[i]} ${positions[i + 1]} ${positions[i + 2]}`);
  for (let i = 0; i < indices.length; i += 3)
    lines.push(`f ${first + indices[i]! + 1} ${first + indices[i + 1]! + 1} ${first + indices[i + 2]! + 1}`);
  return `${lines.join('\n')}\n`;
}

describeApp('the push-out of a probe', [path], (app) => {
  const center: Vec3 = [0.1, 1.25, 0];
  const shape: PushShape = { kind: 'box', solid: { kind: 'aligned', min: [-0.2, 0.95, -0.3], max: [0.4, 1.55, 0.3] } };

  test('a box has depths, and moves by the push-out that the core finds', async () => {
    const { page } = app();
    await documentReady(page, 'lidded.obj');
    await steadyView(page);
    await page.keyboard.press('Shift+E');
    await typeVector(app(), 'center', center);
    await typeVector(app(), 'size', [0.6, 0.6, 0.6]);
    await expect.poll(() => count(app())).toBe(overlap(tree, mesh, shape).triangles.length);
    expect(await page.locator('[data-probed]').first().innerText()).toMatch(/face|edge|vertex/);
    const { total, left } = pushShapeOut(tree, mesh, shape, { isClosed: true });
    expect(left).toEqual([]);
    await expectTotal(app(), total);
    await page.getByTestId('apply-probe-push-out').click();
    await expect.poll(() => count(app())).toBe(0);
    expect(await page.getByTestId('probe-push-out').count()).toBe(0);
    expect(await fieldValue(page, 'probe-center-y')).toBeCloseTo(center[1] + total[1], 4);
    await page.keyboard.press('Control+z');
    await expect.poll(() => count(app())).toBeGreaterThan(0);
  });

  test('the push-out leaves only the parts of the filter', async () => {
    const { page } = app();
    await page.getByTestId('probe-parts').fill('base');
    await page.getByTestId('probe-parts').press('Enter');
    const accepts = triangleFilter(mesh, { parts: 'base', sides: 'both' }, shapeViewpoint(shape));
    await expect.poll(() => count(app())).toBe(overlap(tree, mesh, shape, {}, accepts).triangles.length);
    const { total } = pushShapeOut(tree, mesh, shape, { isClosed: true, accepts });
    // Out of the cube only: its top is at 1, the bottom of the box at 0.95.
    expect(total[1]).toBeCloseTo(0.05, 9);
    await expectTotal(app(), total);
    await page.getByTestId('apply-probe-push-out').click();
    await expect.poll(() => count(app())).toBe(0);
    await page.getByTestId('probe-parts').fill('');
    await page.getByTestId('probe-parts').press('Enter');
    // The plate is still in its way.
    await expect.poll(() => count(app())).toBeGreaterThan(0);
  });

  test('a capsule moves out too', async () => {
    const { page, picture } = app();
    await page.getByTestId('probe-shape').selectOption('capsule');
    const [from, to]: [Vec3, Vec3] = [
      [0, 1.3, 0],
      [0, 1.9, 0.25],
    ];
    await typeVector(app(), 'from', from);
    await typeVector(app(), 'to', to);
    await typeInto(page, 'probe-radius', '0.25');
    const { total } = pushShapeOut(tree, mesh, { kind: 'capsule', from, to, radius: 0.25 }, { isClosed: true });
    await expectTotal(app(), total);
    await picture('probe-push-out');
    await page.getByTestId('apply-probe-push-out').click();
    await expect.poll(() => count(app())).toBe(0);
    expectQuietConsole(app());
  });
});

async function typeVector({ page }: App, name: string, values: Vec3): Promise<void> {
  for (const [k, axis] of ['x', 'y', 'z'].entries()) await typeInto(page, `probe-${name}-${axis}`, String(values[k]));
}

async function count({ page }: App): Promise<number> {
  return Number((await page.getByTestId('probe-found').innerText()).replaceAll(',', ''));
}

/** The panel has the vector with all its digits as data, and rounded as text. */
async function expectTotal({ page }: App, total: Vec3): Promise<void> {
  const shown = async (): Promise<readonly number[]> =>
    ((await page.getByTestId('probe-push-out').getAttribute('data-total')) ?? '').split(' ').map(Number);
  await expect.poll(async () => (await shown()).map((value, k) => Math.abs(value - total[k]!) <= 1e-12)).toEqual([true, true, true]);
}
