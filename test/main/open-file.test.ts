import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InspectorError } from '#core/error';
import { openFile } from '../../main/worker/open-file.ts';
import { temporaryFolder } from './product.ts';

const folder = temporaryFolder();
const path = join(folder, 'a.bin');
writeFileSync(
  path,
  Uint8Array.from({ length: 1000 }, (_, i) => i % 251),
);

function dataOf(call: () => void): unknown {
  try {
    call();
    return 'nothing was thrown';
  } catch (thrown) {
    return thrown instanceof InspectorError ? thrown.toJSON() : thrown;
  }
}

test('gives the bytes of any place, until it is closed', () => {
  const { source, close } = openFile({ path, maxHeld: 5 });
  expect(source).toMatchObject({ byteLength: 1000, held: null, maxHeld: 5 });
  for (const [at, count] of [
    [990, 10],
    [0, 3],
    [500, 1],
  ] as const) {
    const into = new Uint8Array(count);
    source.read(at, into);
    expect(Buffer.compare(into, readFileSync(path).subarray(at, at + count))).toBe(0);
  }
  close();
  expect(dataOf(() => source.read(0, new Uint8Array(1)))).toMatchObject({
    code: 'unreadable',
    detail: 'EBADF',
    location: { file: 'a.bin' },
  });
});

test('is reported with its byte when it has become shorter', () => {
  const shrinking = join(folder, 'b.bin');
  writeFileSync(shrinking, new Uint8Array(100));
  const { source, close } = openFile({ path: shrinking, maxHeld: 5 });
  truncateSync(shrinking, 60);
  expect(dataOf(() => source.read(50, new Uint8Array(50)))).toMatchObject({ code: 'truncated', location: { file: 'b.bin', byte: 60 } });
  close();
});

test('that is not there is refused by name', () => {
  expect(dataOf(() => openFile({ path: `${path}.not`, maxHeld: 5 }))).toMatchObject({
    code: 'unreadable',
    detail: 'ENOENT',
    location: { file: 'a.bin.not' },
  });
});
