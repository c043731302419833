import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import { inPieces, windows } from '../fixtures/in-pieces.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { corpusContext, corpusFolder, describeCorpus, readCorpus } from './corpus.ts';
import { coveringFiles } from './covering-sample.ts';

/** Files that are larger come in windows of a few thousand bytes alone, and still larger ones in full runs. */
const smallBytes = 200_000;
const maxBytes = isFullRun ? Infinity : 2_000_000;
const largeWindows = [4099, 65_537] as const;

/** All that comes of a file; arrays by their bytes, in which a zero has its sign. */
async function outcomeOf(path: string, bytes: Uint8Array, windowBytes: number | null): Promise<unknown> {
  try {
    const { mesh, ...rest } = await importMesh(windowBytes === null ? bytes : inPieces(bytes, windowBytes), corpusContext(path));
    const { positions, indices, polygons, ...told } = mesh;
    return { ...rest, ...told, arrays: [positions, indices, polygons].map(hashOf) };
  } catch (thrown) {
    if (thrown instanceof InspectorError) return thrown.toJSON();
    throw thrown;
  }
}

function hashOf(array: Float64Array | Uint32Array | undefined): string {
  return array === undefined ? 'none' : `${array.length} ${createHash('sha256').update(array).digest('hex')}`;
}

describeCorpus('in pieces, as in one, reads', () => {
  const files = readdirSync(corpusFolder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(obj|stl|ply|off)$/i.test(path))
    .sort();

  it.each(coveringFiles('pieces', files))('%s', async (path) => {
    const bytes = readCorpus(path);
    if (bytes.length > maxBytes) return;
    const whole = await outcomeOf(path, bytes, null);
    for (const windowBytes of bytes.length <= smallBytes ? windows : largeWindows) {
      const found = await outcomeOf(path, bytes, windowBytes);
      expect(found, `in windows of ${windowBytes} bytes`).toEqual(whole);
    }
  });
});

describeCorpus('files without a mesh are refused in chunks as in one', () => {
  const files = readdirSync(join(corpusFolder, 'malformed'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(corpusFolder.length + 1)
        .replaceAll('\\', '/'),
    );
  const others = files.filter((path) => !/\.(obj|stl|ply|off)$/i.test(path)).sort();

  it.each(others)('%s', async (path) => {
    const bytes = readCorpus(path);
    expect(await outcomeOf(path, bytes, 1009)).toEqual(await outcomeOf(path, bytes, null));
  });
});
