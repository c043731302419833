import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moreTests, sampledBrowserTests } from './more-tests.ts';
import { slowUnitTests } from './slow-unit-tests.ts';

const root = join(import.meta.dirname, '..');

test.each([
  ['moreTests', moreTests],
  ['sampledBrowserTests', sampledBrowserTests],
  ['slowUnitTests', slowUnitTests],
])('each file of %s exists, once', (_, files) => {
  expect(files.length).toBeGreaterThan(0);
  expect(new Set(files).size).toBe(files.length);
  // Vitest finds the files of entries with a pattern.
  expect(files.filter((file) => !file.includes('*') && !existsSync(join(root, file)))).toEqual([]);
});

test('the files with a sample for npm test are those that npm run test:more runs with all cases', () => {
  const sampled = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') || name.endsWith('.test.tsx'))
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((file) => file !== 'test/test-lists.test.ts' && readFileSync(join(root, file), 'utf8').match(/mainSample\(|detailTest\(/))
    .sort();
  expect([...sampledBrowserTests].sort()).toEqual(sampled);
});
