import type { ImportContext, ReadFile } from './importer.ts';
import type { ByteSource } from './source/byte-source.ts';
import { importAsciiStl } from './stl/ascii-stl.ts';
import { importBinaryStl, isBinaryStl } from './stl/binary-stl.ts';

/** Reads STL, ASCII or binary. Every facet keeps three vertices of its own, as in the file; welding is a step of its own. */
export async function importStl(source: ByteSource, context: ImportContext): Promise<ReadFile> {
  return isBinaryStl(source) ? importBinaryStl(source, context) : importAsciiStl(source, context);
}
