import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { box } from '../fixtures/shapes.ts';
import { objText, productFolder, temporaryFolder } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const schemas = new Ajv2020({ allowUnionTypes: true });
for (const name of ['error', 'ignored', 'inspect', 'check'])
  schemas.addSchema(JSON.parse(readFileSync(join(productFolder, `resources/schemas/${name}.schema.json`), 'utf8')) as object, name);

const count = 1500;
/** Triangles that touch nothing: each is a hole of three edges. */
writeFileSync(
  join(folder, 'apart.obj'),
  Array.from({ length: count }, (_, i) => `v ${3 * i} 0 0\nv ${3 * i + 1} 0 0\nv ${3 * i} 1 0\nf -3 -2 -1\n`).join(''),
);
writeFileSync(join(folder, 'open.obj'), objText(box()).replace('f 5 6 7\nf 5 7 8\n', ''));
writeFileSync(join(folder, 'box.obj'), objText(box()));

interface Report {
  readonly mass: Readonly<Record<string, unknown>> | null;
  readonly findings: readonly {
    readonly count: number;
    readonly elements: readonly unknown[];
    readonly groups: readonly { readonly first: number; readonly count: number }[];
    readonly measures: { readonly values: readonly number[] };
    readonly triangles: readonly number[];
    readonly totals: unknown;
  }[];
}

async function json(...args: string[]): Promise<Report> {
  const { exitCode, out, err } = await runInProcess(['check', ...args, '--json'], { folder });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const value: unknown = JSON.parse(out);
  schemas.validate('check', value);
  expect(schemas.errors ?? null).toBeNull();
  return value as Report; // The schema has proven it.
}

describe('the JSON of check', () => {
  const totals = { elements: 3 * count, groups: count, triangles: count };
  const lengthsOf = ({ elements, groups, measures, triangles }: Report['findings'][number]): readonly number[] => [
    elements.length,
    groups.length,
    measures.values.length,
    triangles.length,
  ];

  test('lists at most 1,000 elements of a finding, with exact counts', async () => {
    const [finding] = (await json('apart.obj', '--only', 'boundary-loops')).findings;
    expect(finding).toMatchObject({ count, totals });
    // 333 holes are listed whole; of the next one, the first edge.
    expect(lengthsOf(finding!)).toEqual([1000, 334, 334, 1000]);
    expect(finding!.groups.at(-1)).toEqual({ first: 999, count: 3 });
  });

  test('lists all elements for --elements all', async () => {
    const [finding] = (await json('apart.obj', '--only', 'boundary-loops', '--elements', 'all')).findings;
    expect(finding).toMatchObject({ count, totals });
    expect(lengthsOf(finding!)).toEqual([3 * count, count, count, count]);
  });

  test('has no mass for an open surface, but the reason', async () => {
    const nothing = { volume: null, mass: null, centre: null, inertia: null, principalMoments: null, principalAxes: null };
    expect((await json('open.obj', '--density', '2')).mass).toEqual({
      density: 2,
      ...nothing,
      surface: 'open',
      warning: 'The surface is open: volume, mass, centre of mass and inertia are invalid',
    });
    expect((await json('box.obj')).mass).toMatchObject({ volume: 8, mass: 8, surface: 'closed', warning: null });
  });
});
