import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bakeFormatNames } from '#core/bake/bake-format';
import { exportOptions } from '#core/options/export-options';
import { findingCodes } from '#core/finding';
import { healthCodes } from '#core/health/health-check';
import { buildOptions } from '#core/options/build-options';

/**
 * Kinds and splits in the JSON schemas come from the option table, codes of findings from their tables. After a change of a table write them with
 * `npx vitest run --project unit test/core/options/schema-enums.test.ts -u`.
 */
const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../resources/schemas');
const schemas = readdirSync(folder).filter((name) => name.endsWith('.schema.json'));
/** An enum of kinds or of splits is known by its first value. */
const tables = [buildOptions.kind, buildOptions.split].map(({ choices }) => Object.keys(choices));

/** The codes of findings that a schema lists. */
const codes: Readonly<Record<string, readonly string[]>> = {
  'check.schema.json': [...new Set([...findingCodes, ...healthCodes])],
  'inspect.schema.json': findingCodes,
};
const codeList = /(?<="code": \{\s*"enum": )\[[^\]]*?(\n *)\]/;

test.each(schemas)('%s lists the kinds, splits and codes of the tables', async (name) => {
  const path = join(folder, name);
  await expect(withCodes(name, withEnums(readFileSync(path, 'utf8')))).toMatchFileSnapshot(path);
});

test.each(['bake', 'repair', 'verify', 'export'])('the schema of %s lists every format that is written', (name) => {
  const { properties } = JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8')) as {
    properties: { format: { enum: unknown[] } };
  };
  expect(properties.format.enum).toEqual(expect.arrayContaining([...bakeFormatNames]));
});

test('the schema of exports lists every axis of the options', () => {
  const { properties } = JSON.parse(readFileSync(join(folder, 'export.schema.json'), 'utf8')) as {
    properties: Record<'up' | 'handedness', { enum: unknown[] }>;
  };
  const choices = (name: 'toUp' | 'toHandedness'): string[] =>
    Object.keys(exportOptions[name].choices).filter((choice) => choice !== 'same');
  expect(properties.up.enum).toEqual([...choices('toUp'), null]);
  expect(properties.handedness.enum).toEqual([...choices('toHandedness'), null]);
});

test('the lists are found', () => {
  const lists = schemas.filter((name) => readFileSync(join(folder, name), 'utf8').includes('["aabb",'));
  expect(lists.length).toBeGreaterThan(5);
  expect(lists).toContain('tree.schema.json');
  for (const name of Object.keys(codes)) expect(readFileSync(join(folder, name), 'utf8')).toMatch(codeList);
});

function withEnums(schema: string): string {
  return tables.reduce((text, names) => {
    const list = `[${names.map((name) => `"${name}"`).join(', ')}]`;
    return text.replace(new RegExp(`\\["${names[0]}",[^\\]]*\\]`, 'g'), list);
  }, schema);
}

function withCodes(name: string, schema: string): string {
  const names = codes[name];
  if (names === undefined) return schema;
  return schema.replace(codeList, (_, end: string) => `[${names.map((code) => `${end}  "${code}"`).join(',')}${end}]`);
}
