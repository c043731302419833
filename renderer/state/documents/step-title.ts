import type { DocumentId } from '#host-api';
import type { PageDocument } from '../store/records.ts';
import { documentLabel } from './document-label.ts';

/** Returns the title of an undo step on meshes; with several meshes open it names them: `Cast ray from camera: keep.glb`. */
export function stepTitle(documents: readonly PageDocument[], title: string, ...on: readonly DocumentId[]): string {
  const names = documents.length > 1 ? [...new Set(on)].map((document) => documentLabel(documents, document)) : [];
  const known = names.filter((name) => name !== '');
  return known.length === 0 ? title : `${title}: ${known.join(', ')}`;
}
