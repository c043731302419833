import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InspectorError } from '#core/error';
import type { SampleSummary } from '#host-api';
import { diskSource, type FileSource } from './file-source.ts';

/** A row of `resources/samples/samples.json`. */
interface SampleRow extends SampleSummary {
  readonly file: string;
}

/** Returns the generated sample meshes of the product, in display order. */
export async function readSamples(folder: string): Promise<readonly SampleSummary[]> {
  const rows = await readRows(folder);
  return rows.map(({ file: _, ...summary }) => summary);
}

/** Returns the file of a sample. @throws InspectorError `invalid-argument` for an unknown name. */
export async function sampleSource(folder: string, name: string): Promise<FileSource> {
  const rows = await readRows(folder);
  const row = rows.find((candidate) => candidate.name === name);
  if (row === undefined) {
    const fix = `Known samples: ${rows.map((known) => known.name).join(', ')}`;
    throw new InspectorError({ code: 'invalid-argument', message: `There is no sample "${name}"`, fix, location: {} });
  }
  return diskSource(join(folder, basename(row.file)));
}

/** Reads the list of samples, whose shape is trusted; without it there are no samples. */
async function readRows(folder: string): Promise<readonly SampleRow[]> {
  try {
    return JSON.parse(await readFile(join(folder, 'samples.json'), 'utf8')) as SampleRow[];
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
    throw thrown;
  }
}
