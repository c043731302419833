import type { ImportContext, ReadFile } from './importer.ts';
import type { ByteSource } from './source/byte-source.ts';
import { importAsciiStl } from './stl/ascii-stl.ts';
import { importBinaryStl, isBinaryStl } from './stl/binary-stl.ts';

/** Reads STL, ASCII or binary. Every facet keeps its own three vertices, as in the file. Welding is a separate step. */
export async function importStl(source: ByteSource, context: ImportContext): Promise<ReadFile> {
  return isBinaryStl(source) ? importBinaryStl(source, context) : importAsciiStl(source, context);
}
