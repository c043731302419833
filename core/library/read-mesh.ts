import { invalidArgument } from '../error.ts';
import { importMesh } from '../import/import-mesh.ts';
import type { DecodeDraco, ImportContext, ImportedMesh } from '../import/importer.ts';
import { type ImportOptions, importOptions } from '../options/import-options.ts';
import { checkValues } from '../options/option.ts';
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
 * @throws InspectorError with code, location and fix for bytes that break their format; `invalid-argument` for text instead of bytes, without a name, and for wrong options; whatever `progress` throws.
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
  const { progress = noProgress, readSideFile = async () => null, decodeDraco, ...rest } = checkedReadOptions(options);
  if (typeof bytes === 'string') {
    const fix = 'Give its bytes: new TextEncoder().encode(text). For a path, there is readMeshFile of boxwood/threads';
    throw invalidArgument('The file is text, not bytes', fix);
  }
  if (typeof fileName !== 'string')
    throw invalidArgument('The file has no name', 'Give its name, with the ending of its format: "model.obj"');
  const file = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  return importMesh(file, { fileName, progress, readSideFile, decodeDraco, allocateMesh, options: rest });
}

const functionNames = ['progress', 'readSideFile', 'decodeDraco'] as const;

/**
 * Returns options of a read.
 * @throws InspectorError `invalid-argument` for unknown ones, and for values that they do not have.
 */
export function checkedReadOptions(options: ReadMeshOptions): ReadMeshOptions {
  const isRecord = typeof options === 'object' && (options as object | null) !== null;
  if (!isRecord) throw invalidArgument('The options are not a record', `Give { ${functionNames.join(', ')}, … }`);
  const { progress, readSideFile, decodeDraco, ...rest } = options;
  for (const [i, given] of [progress, readSideFile, decodeDraco].entries()) {
    if (given !== undefined && typeof given !== 'function')
      throw invalidArgument(`The option "${functionNames[i]}" is not a function`, 'Give a function, or leave it out');
  }
  const unknown = Object.keys(rest).find((name) => !Object.hasOwn(importOptions, name));
  const known = [...functionNames, ...Object.keys(importOptions)].join(', ');
  if (unknown !== undefined) throw invalidArgument(`Unknown option "${unknown}"`, `Known options: ${known}`);
  checkValues(importOptions, rest);
  return options;
}
