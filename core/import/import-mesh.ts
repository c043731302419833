import type { ImportContext, ImportedMesh } from './importer.ts';

/** STUB: being written. Recognises the format and reads the mesh. */
export async function importMesh(bytes: Uint8Array, context: ImportContext): Promise<ImportedMesh> {
  throw new Error(`not written yet ${bytes.length} ${context.fileName}`);
}
