import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
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

const codes = [...new Set([...findingCodes, ...healthCodes])];
const codeLists = /(?<="code": \{\s*"enum": )\[\s*"non-finite-vertices"[^\]]*\]/g;

test.each(schemas)('%s lists the kinds, splits and codes of the tables', async (name) => {
  const path = join(folder, name);
  await expect(withEnums(readFileSync(path, 'utf8'))).toMatchFileSnapshot(path);
});

test('the lists are found', () => {
  const lists = schemas.filter((name) => readFileSync(join(folder, name), 'utf8').includes('["aabb",'));
  expect(lists.length).toBeGreaterThan(5);
  expect(lists).toContain('tree.schema.json');
  expect(readFileSync(join(folder, 'check.schema.json'), 'utf8').match(codeLists)).toHaveLength(1);
});

function withEnums(schema: string): string {
  const withCodes = schema.replace(codeLists, `[\n${codes.map((code) => `        "${code}"`).join(',\n')}\n      ]`);
  return tables.reduce((text, names) => {
    const list = `[${names.map((name) => `"${name}"`).join(', ')}]`;
    return text.replace(new RegExp(`\\["${names[0]}",[^\\]]*\\]`, 'g'), list);
  }, withCodes);
}
