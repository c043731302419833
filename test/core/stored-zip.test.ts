import { InspectorError } from '#core/error';
import { openZip, readMember } from '#core/import/zip/zip-archive';
import { createStoredZip } from '#core/stored-zip';
import { unzipSync } from 'fflate';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const files: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[] = [
  ['a-1.png', Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) % 256)],
  ['a-2.png', new Uint8Array()],
  ['Brücke 3.png', Uint8Array.of(1, 2, 3)],
];

function archive(): Uint8Array {
  const zip = createStoredZip();
  const parts = files.flatMap(([name, bytes]) => [zip.add(name, bytes), bytes]);
  return Buffer.concat([...parts, zip.end()]);
}

describe('a stored ZIP', () => {
  it('is read by fflate and by the importers, with names and bytes', () => {
    const read = unzipSync(archive());
    expect(Object.keys(read)).toEqual(files.map(([name]) => name));
    for (const [name, bytes] of files) expect([...read[name]!]).toEqual([...bytes]);
    const own = openZip(archive());
    // The checksum is compared too.
    for (const [name, bytes] of files) expect([...readMember(own, name)!]).toEqual([...bytes]);
  });

  it('is a sound archive for Python, which checks headers and checksums', (context) => {
    const path = join(mkdtempSync(join(tmpdir(), 'boxwood-zip-')), 'a.zip');
    writeFileSync(path, archive());
    let text: string;
    try {
      text = execFileSync(
        'python3',
        ['-c', 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.namelist())', path],
        {
          encoding: 'utf8',
        },
      );
    } catch {
      return context.skip('no Python');
    }
    expect(text.trim()).toBe("None ['a-1.png', 'a-2.png', 'Brücke 3.png']");
  });

  it('refuses more members than the format has room for, and may be empty', () => {
    const zip = createStoredZip();
    for (let i = 0; i < 65_535; i++) zip.add(`${i}`, new Uint8Array());
    expect(() => zip.add('more', new Uint8Array())).toThrow(InspectorError);
    expect(Object.keys(unzipSync(createStoredZip().end()))).toEqual([]);
  });
});
