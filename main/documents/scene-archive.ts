import { InspectorError } from '#core/error';
import { inMebibytes } from '#core/import';
import { openZip, readMember } from '#core/import/zip/zip-archive';
import { sceneArchiveExtension, sceneExtension } from '#host-api';
import type { FileSource } from './file-source.ts';

/** A scene with the files next to it. */
export interface UnpackedScene {
  readonly scene: FileSource;
  /** All files, the scene included. Paths are those of the archive. */
  readonly files: readonly FileSource[];
}

/**
 * Unpacks an archive of a scene with its meshes. Other events are handled between two files.
 * @param maxBytes of all files together; more are refused before anything is unpacked
 * @throws InspectorError `invalid-argument` without a scene, or with several; `too-large`; as `openZip` and `readMember`.
 */
export async function unpackSceneArchive(bytes: Uint8Array, maxBytes: number): Promise<UnpackedScene> {
  const archive = openZip(bytes);
  const members = [...archive.members.values()].filter((member) => !member.name.endsWith('/') && !member.name.startsWith('__MACOSX/'));
  const scenes = members.filter((member) => member.name.toLowerCase().endsWith(`.${sceneExtension}`));
  if (scenes.length !== 1) {
    const message = scenes.length === 0 ? 'The archive has no scene' : `The archive has ${scenes.length} scenes`;
    throw refused('invalid-argument', message, `Pack one file that ends in .${sceneExtension} with its meshes`);
  }
  const total = members.reduce((sum, member) => sum + member.bytes, 0);
  if (total > maxBytes) {
    const message = `The archive holds ${inMebibytes(total)}; the limit on this machine is ${inMebibytes(maxBytes)}`;
    throw refused('too-large', message, 'Unpack it, and open the scene in its folder');
  }
  const files: FileSource[] = [];
  for (const member of members) {
    files.push({ kind: 'memory', path: member.name, bytes: readMember(archive, member.name)!.slice(), isUnlisted: true });
    await new Promise((resolve) => void setImmediate(resolve));
  }
  return { scene: files[members.indexOf(scenes[0]!)]!, files };
}

export function isSceneArchive(name: string): boolean {
  return name.toLowerCase().endsWith(`.${sceneArchiveExtension}`);
}

function refused(code: 'invalid-argument' | 'too-large', message: string, fix: string): InspectorError {
  return new InspectorError({ code, message, fix, location: {} });
}
