import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { formatLocation, InspectorError } from '#core/error';
import type { FindingCode } from '#core/finding';
import { importMesh } from '#core/import/import-mesh';
import { corpusContext, corpusFolder, describeCorpus, readCorpus, readTable } from './corpus.ts';

const table = readTable(join(dirname(fileURLToPath(import.meta.url)), 'malformed.tsv'));

/** What became of a file, in the words of the table; any other exception passes through and fails the test. */
async function outcomeOf(path: string, firstCode: string): Promise<Record<string, string>> {
  try {
    const { findings } = await importMesh(readCorpus(path), corpusContext(path));
    const named = findings.find(({ code }) => code === firstCode);
    return {
      outcome: 'findings',
      code: [...new Set<FindingCode>(findings.map(({ code }) => code))].sort().join(','),
      detail: named?.detail ?? '-',
      location: placeText(named?.locations[0] ?? {}),
    };
  } catch (error) {
    if (!(error instanceof InspectorError)) throw error;
    expect(error.message, 'an error has a message').not.toBe('');
    expect(error.fix, 'an error has a fix').not.toBe('');
    return { outcome: 'error', code: error.code, detail: error.detail ?? '-', location: placeText(error.location) };
  }
}

function placeText(location: InspectorError['location']): string {
  const { line, column, byte, pointer, index, element } = location;
  const text = formatLocation({
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(byte !== undefined && { byte }),
    ...(pointer !== undefined && { pointer }),
    ...(index !== undefined && { index }),
    ...(element !== undefined && { element }),
  });
  return text === '' ? '-' : text;
}

describeCorpus('malformed files', () => {
  it('are all in the table, and nothing else is', () => {
    const files = readdirSync(join(corpusFolder, 'malformed'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(corpusFolder.length + 1)
          .replaceAll('\\', '/'),
      );
    expect(table.map((row) => row['path'])).toEqual(files.sort());
  });

  it.each(table.map((row) => [row['path'] ?? '', row] as const))('%s', async (path, row) => {
    const codes = row['code']?.split(',') ?? [];
    const found = await outcomeOf(path, codes[0] ?? '');
    const wanted = { outcome: row['outcome'], code: [...codes].sort().join(','), detail: row['detail'], location: row['place'] };
    expect(found).toEqual(wanted);
  });
});
