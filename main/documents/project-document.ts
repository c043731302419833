import { buildOptions, defaultValues, spaceOptions } from '#core/options';
import type { ProjectDocument } from '../projects/saved-meshes.ts';
import type { ServedDocument } from './open-document.ts';

/** Returns what a project keeps of a document, with the means to bake it. */
export function projectDocument(document: ServedDocument): ProjectDocument {
  const { id, name, byteLength, ignored } = document.summary;
  const bake = async (): Promise<{ name: string; bytes: Uint8Array }> => {
    const tree = document.summary.trees.at(-1) ?? (await document.build(defaultValues(buildOptions)));
    const { name: file, baked } = await document.bake('boxwood', [tree.id], defaultValues(spaceOptions));
    return { name: file, bytes: baked.bytes };
  };
  return { id, name, byteLength, ignored, origin: document.origin, bake };
}
