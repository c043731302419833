import type { IgnoreList } from '#core/health';
import { readSidecar } from './read-sidecar.ts';
import type { MeshWork } from './mesh-work.ts';

/** Reads an ignore list; empty without a file. @throws InspectorError with the file of the list. */
export async function readIgnoreList({ readBytes }: MeshWork, file: string | undefined): Promise<IgnoreList> {
  if (file === undefined) return [];
  const { parseIgnoreList } = await import('#core/health');
  return readSidecar(file, await readBytes(file), parseIgnoreList);
}
