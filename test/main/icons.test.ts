import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { iconFiles, iconPictures } from '../fixtures/icons.ts';
import { productFolder } from './product.ts';

const folder = join(productFolder, 'resources/icons');
const large = readFileSync(join(folder, 'icon.png'));
const pictures = iconPictures(large);

if (process.env['BOXWOOD_TEST_MODE'] === 'write-samples') {
  for (const [path, bytes] of iconFiles(large)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

/** The pictures are compared, not the bytes: another version of zlib packs them otherwise. */
function expectPicture(png: Buffer, size: number): void {
  const { width, height, data } = PNG.sync.read(png);
  expect([width, height]).toEqual([size, size]);
  expect(Buffer.compare(data, pictures.get(size)!)).toBe(0);
}

describe('the icons are what the code makes of the large one', () => {
  test.each([16, 24, 32, 48, 64, 128, 256, 512])('for Linux, %i pixels wide', (size) => {
    expectPicture(readFileSync(join(folder, `linux/${size}x${size}.png`)), size);
  });

  test('for Windows, the largest as PNG and the others as bitmaps, which old installers need', () => {
    const ico = readFileSync(join(folder, 'icon.ico'));
    const count = ico.readUInt16LE(4);
    const sizes = Array.from({ length: count }, (_, i) => {
      const entry = 6 + 16 * i;
      const size = ico[entry]! || 256;
      const bytes = ico.subarray(ico.readUInt32LE(entry + 12)).subarray(0, ico.readUInt32LE(entry + 8));
      if (size === 256) expectPicture(bytes, size);
      else expectBitmap(bytes, size);
      return size;
    });
    expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
  });

  test('for macOS, at both densities', () => {
    const icns = readFileSync(join(folder, 'icon.icns'));
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const sizes: Record<string, number> = {};
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      const png = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4));
      const size = png.readUInt32BE(16);
      expectPicture(png, size);
      sizes[icns.toString('latin1', at, at + 4)] = size;
    }
    expect(sizes).toEqual({ ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 });
  });

  test('and a smaller one has the colours of the large one', () => {
    const sky = [0x56, 0xb4, 0xe9, 0xff];
    const of = (size: number, x: number, y: number): number[] => [
      ...pictures.get(size)!.subarray(4 * (y * size + x), 4 * (y * size + x) + 4),
    ];
    expect(of(1024, 376, 340)).toEqual(sky); // the tip of the left triangle
    expect(of(256, 94, 85)).toEqual(sky);
    expect(of(16, 0, 0)[3]).toBe(0);
    expect(of(16, 8, 2)).toEqual([0x1b, 0x1d, 0x21, 0xff]); // the ground
  });
});

function expectBitmap(bytes: Buffer, size: number): void {
  expect([bytes.readUInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8), bytes.readUInt16LE(14)]).toEqual([40, size, 2 * size, 32]);
  const picture = pictures.get(size)!;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [blue, green, red, alpha] = bytes.subarray(40 + 4 * ((size - 1 - y) * size + x));
      expect([red, green, blue, alpha]).toEqual([...picture.subarray(4 * (y * size + x), 4 * (y * size + x) + 4)]);
    }
  }
}
