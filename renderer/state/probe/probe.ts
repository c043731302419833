import type { DocumentId } from '#host-api';
import type { ProbeShape } from './probe-shapes.ts';

/** A shape that queries the mesh of a document; source space of that document. */
export interface ProbeInput {
  readonly document: DocumentId;
  readonly shape: ProbeShape;
}
