import { invalidArgument } from '../error.ts';
import { importMesh } from '../import/import-mesh.ts';
import type { DecodeDraco, ImportContext, ImportedMesh } from '../import/importer.ts';
import type { ImportOptions } from '../options/import-options.ts';
import { noProgress, type Progress } from '../progress.ts';

export interface ReadMeshOptions extends Partial<ImportOptions> {
  readonly progress?: Progress;
  /** Returns the bytes of a side file (buffer, material, layer) by its relative path, or `null`. Without it there are no side files. */
  readonly readSideFile?: (relativePath: string) => Promise<Uint8Array | null>;
  /** Decodes Draco. Without it, meshes that only Draco holds are refused as `unsupported-feature`. */
  readonly decodeDraco?: DecodeDraco;
}

/**
 * Reads a mesh of any supported format. `fileName` is used in messages, and for the format where the bytes do not show it.
 * Coordinates are f64, as the file has them. The importer of a format is loaded when it is first used.
 * @throws InspectorError with code, location and fix for bytes that break their format; `invalid-argument` for text instead of bytes, and without a name; `cancelled` when `progress` throws it.
 */
export async function readMesh(bytes: Uint8Array | ArrayBuffer, fileName: string, options: ReadMeshOptions = {}): Promise<ImportedMesh> {
  return readInto(undefined, bytes, fileName, options);
}

/** Reads as `readMesh`, into memory of `allocateMesh` if it is given. */
export async function readInto(
  allocateMesh: ImportContext['allocateMesh'],
  bytes: Uint8Array | ArrayBuffer,
  fileName: string,
  options: ReadMeshOptions,
): Promise<ImportedMesh> {
  const { progress = noProgress, readSideFile = async () => null, decodeDraco, ...rest } = options;
  if (typeof bytes === 'string') throw invalidArgument('The file is text, not bytes', 'Give its bytes: new TextEncoder().encode(text)');
  if (typeof fileName !== 'string')
    throw invalidArgument('The file has no name', 'Give its name, with the ending of its format: "model.obj"');
  const file = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  return importMesh(file, { fileName, progress, readSideFile, decodeDraco, allocateMesh, options: rest });
}
