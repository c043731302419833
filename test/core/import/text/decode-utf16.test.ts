import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { utf8Text } from '#core/import/text/decode-utf16';
import { findingOf, importBytes } from '../import-bytes.ts';

/** Longer than one of the pieces that are converted at a time, which have a mebibyte. */
const manyBytes = 3 * 2 ** 20;

/** Every unit of the text as two bytes; halves of pairs too. */
function encoded(text: string, order: 'little' | 'big'): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'little' ? bytes : bytes.swap16();
}

describe.each(['little', 'big'] as const)('UTF-16 in %s endian', (order) => {
  it('is UTF-8 in pieces as it is at once, with characters of one to four bytes on every border', () => {
    for (const character of ['a', 'é', '日', '🧊']) {
      for (let shift = 0; shift < 2; shift++) {
        const text = `\ufeff${'x'.repeat(shift)}${character.repeat(manyBytes / 2 / character.length)}`;
        expect(Buffer.compare(utf8Text(encoded(text, order)), Buffer.from(text.slice(1)))).toBe(0);
      }
    }
  });

  it('keeps the lines of findings and the names behind the first piece', async () => {
    const lines = manyBytes / 16;
    const text = `\ufeffv 0 0 0\nv 1 0 0\nv 0 1 0\n${'# 日本🧊\n'.repeat(lines)}o 🧊\nf 1 2 3\nf 1 2 9\n`;
    const read = await importBytes(encoded(text, order), 'mesh.obj');
    expect(read.mesh.parts[0]?.name).toBe('🧊');
    expect(findingOf(read, 'unusable-faces')?.locations).toEqual([{ file: 'mesh.obj', line: lines + 6 }]);
  });

  it('has a mark for half a pair, and for half a unit at the end', () => {
    const bytes = new Uint8Array([...encoded('\ufeffa\ud83e\nb', order), 0x20]);
    expect(new TextDecoder().decode(utf8Text(bytes))).toBe('a\ufffd\nb\ufffd');
  });

  it('can be cancelled between two chunks', () => {
    const stop = new InspectorError({ code: 'cancelled', message: '', fix: '', location: {} });
    let pieces = 0;
    const progress = (): void => {
      if (++pieces === 2) throw stop;
    };
    expect(() => utf8Text(encoded(`\ufeff${'a'.repeat(manyBytes)}`, order), progress)).toThrow(stop);
  });
});
