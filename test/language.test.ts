import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { oddWordsOfProse, oddWordsOfSource, oddWordsOfTitles, type OddWord } from './fixtures/odd-words.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The rooms of the product, each with its sources; then what people read next to the code. */
const rooms: readonly string[] = ['core', 'main', 'renderer'].flatMap((part) => [
  part,
  ...readdirSync(join(root, part), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${part}/${name}`),
]);
const documents: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  ...filesBelow('resources').filter((file) => /(\.md|\.schema\.json)$/.test(file)),
];

test.each(rooms)('%s uses the words of the field', (room) => {
  // A room of a part has all its folders; a part itself only the files at its top.
  const files = room.includes('/') ? filesBelow(room) : filesIn(room);
  refuse(files.filter((file) => /\.(ts|tsx|cts)$/.test(file) && !file.includes('.generated.')).flatMap(readSource));
});

test('documents and schemas use the words of the field', () => {
  expect(documents.length).toBeGreaterThan(10);
  refuse(documents.flatMap((file) => oddWordsOfProse(file, withoutLicenceTexts(file, read(file)))));
});

test('titles of tests use the words of the field', () => {
  const files = filesBelow('test').filter((file) => /\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  refuse(files.flatMap((file) => oddWordsOfTitles(file, read(file))));
});

test('odd words in titles are found in each form of a test, not in its cases or code', () => {
  const titles = [
    ...['it', 'detailTest'].map((name) => `${name}('tells all', run);`),
    "test(\n  'tells all',\n  run,\n);",
    'describe.only(`tells ${what}`, run);',
    "test(doing('tells all'), run);",
    "test.each([\n  'told',\n])('tells %s', run);",
    "test('shows all', () => expect('told').toBe('told'));",
    "// It is told('told').",
  ];
  const found = oddWordsOfTitles('x.test.ts', titles.join('\n'));
  expect(found.map(({ line, text }) => [line, text])).toEqual([
    [1, 'tells all'],
    [2, 'tells all'],
    [4, 'tells all'],
    [7, 'tells '],
    [8, 'tells all'],
    [11, 'tells %s'],
  ]);
});

test('odd words in strings, comments and names, and long sentences are found, not those in code spans', () => {
  const found = oddWordsOfSource(
    'x.ts',
    "/** It tells. See `told`. */\nconst answerCount = 1;\nconst { length: told } = 'What is asked';\n",
  );
  expect(found.map(({ kind, line }) => [kind, line])).toEqual([
    ['name', 2],
    ['name', 3],
    ['string', 3],
    ['comment', 1],
  ]);
  const long = `/** ${'word '.repeat(20)}; ${'word '.repeat(11)}. */`;
  expect(oddWordsOfSource('x.ts', long).map(({ kind }) => kind)).toEqual(['comment']);
  expect(oddWordsOfSource('x.ts', long.replace(';', '.'))).toEqual([]);
  expect(oddWordsOfProse('x.md', 'at least\nthe least\n`the least`')).toHaveLength(1);
});

/** The texts of licences are the words of others. */
function withoutLicenceTexts(file: string, text: string): string {
  return file.endsWith('manual/licences.md') ? text.slice(0, text.indexOf('## Texts')) : text;
}

function readSource(file: string): readonly OddWord[] {
  return oddWordsOfSource(file, read(file));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Fails with one line for each, as editors follow them. */
function refuse(words: readonly OddWord[]): void {
  const lines = words.map(({ file, line, kind, found, text }) => `${file}:${line} ${kind} ${found}: ${text.replace(/\s+/g, ' ')}`);
  if (lines.length > 0) throw new Error(`${lines.length} odd words, see resources/manual/words.md:\n${lines.join('\n')}`);
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) !== '')
    .map(({ name }) => `${folder}/${name}`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
