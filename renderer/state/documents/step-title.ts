import type { DocumentId } from '#host-api';
import type { PageDocument } from '../store/records.ts';
import { documentLabel } from './document-label.ts';

/** Returns the title of an undo step on a mesh; with several meshes open it names the mesh: `Cast ray from camera: keep.glb`. */
export function stepTitle(documents: readonly PageDocument[], title: string, document: DocumentId): string {
  const name = documents.length > 1 ? documentLabel(documents, document) : '';
  return name === '' ? title : `${title}: ${name}`;
}
