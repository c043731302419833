import { type IgnoreList, parseIgnoreList } from '#core/health';
import { readSidecar } from './read-sidecar.ts';
import type { MeshWork } from './mesh-work.ts';

/** Reads an ignore list; empty without a file. @throws InspectorError with the file of the list. */
export async function readIgnoreList({ readBytes }: MeshWork, file: string | undefined): Promise<IgnoreList> {
  return file === undefined ? [] : readSidecar(file, await readBytes(file), parseIgnoreList);
}
