import { expect, it } from 'vitest';
import { decodeBase64 } from '#core/base64';
import { safeSidePath } from '#core/import/gltf/side-path';

it.each([
  ['a.bin', 'a.bin'],
  ['sub/a.bin', 'sub/a.bin'],
  ['./sub//a.bin', 'sub/a.bin'],
  ['a%20b.bin', 'a b.bin'],
  ['%C3%A9.bin', '\u00e9.bin'],
  ['a..b.bin', 'a..b.bin'],
  ['.hidden', '.hidden'],
])('%s is inside the folder', (uri, path) => {
  expect(safeSidePath(uri)).toBe(path);
});

it.each([
  '',
  '.',
  './',
  '..',
  '../a',
  'a/../b',
  'a/..',
  '/a',
  '//host/a',
  'file:///a',
  'http://h/a',
  'c:/a',
  'a:b',
  '\\a',
  'a\\..\\b',
  '%5Ca',
  '%2e%2e/a',
  '%2E./a',
  '.%2e/a',
  'a%2fb',
  'a%252fb',
  'a%00',
  'a\u0000',
  'a?b',
  'a#b',
  '%',
  '%zz',
  '%ff',
  '.. /a',
  '.../a',
  ' ',
])('%j is not', (uri) => {
  expect(safeSidePath(uri)).toBeNull();
});

it('decodes base64 with and without padding, and nothing else', () => {
  expect([...(decodeBase64('AQIDBA==') ?? [])]).toEqual([1, 2, 3, 4]);
  expect([...(decodeBase64('AQIDBA') ?? [])]).toEqual([1, 2, 3, 4]);
  expect([...(decodeBase64('+/+/') ?? [])]).toEqual([251, 255, 191]);
  expect(decodeBase64('')).toHaveLength(0);
  for (const text of ['A', 'AQID*', 'AQ ID', 'A===', 'AQ=D', '\u00e9AAA']) expect(decodeBase64(text), text).toBeNull();
});
