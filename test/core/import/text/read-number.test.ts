import { describe, expect, it } from 'vitest';
import { readInteger } from '#core/import/text/read-integer';
import { readNumber } from '#core/import/text/read-number';
import { textCursor } from '#core/import/text/text-cursor';

const cursorOf = (text: string) => textCursor(new TextEncoder().encode(text));

describe('numbers in text', () => {
  it.each([
    ['0', 0],
    ['-0', -0],
    ['+7', 7],
    ['1.', 1],
    ['.5', 0.5],
    ['-.5e1', -5],
    ['1e22', 1e22],
    ['1e23', 1e23],
    ['1e-22', 1e-22],
    ['123456789012345678', 123456789012345678],
    ['0.1234567890123456789', 0.1234567890123456789],
    ['9007199254740993', 9007199254740992],
    ['2.2250738585072011e-308', 2.2250738585072011e-308],
    ['5e-324', 5e-324],
    ['1e309', Infinity],
    ['-1e309', -Infinity],
    ['1e-400', 0],
    ['0.30000000000000004', 0.30000000000000004],
    [`0.${'0'.repeat(400)}1e401`, 1],
    [`1${'0'.repeat(400)}e-400`, 1],
  ])('%s is the nearest double', (text, value) => {
    expect(readNumber(cursorOf(text))).toBe(value);
  });

  it.each([
    '',
    '-',
    '.',
    '+.',
    'e5',
    '1e',
    '1e+',
    'nan',
    'inf',
    'Infinity',
    '0x10',
    '1.#IND',
    '3.1+e2',
    '1,5',
    '1d5',
    '1_000',
    '--1',
    '1.2.3',
    '1f',
  ])('%j is no number', (text) => {
    expect(readNumber(cursorOf(text))).toBeNaN();
  });

  it('stops behind its token, whether that is a number or not', () => {
    for (const text of ['12.5 next', 'nan! next']) {
      const cursor = cursorOf(text);
      readNumber(cursor);
      expect(text.slice(cursor.at)).toBe(' next');
    }
  });

  it('reads whole numbers up to the first byte that is no digit', () => {
    const cursor = cursorOf('-42/7');
    expect(readInteger(cursor)).toBe(-42);
    expect(cursor.at).toBe(3);
    expect(readInteger(cursorOf('/7'))).toBeNaN();
    expect(readInteger(cursorOf('-'))).toBeNaN();
  });
});
