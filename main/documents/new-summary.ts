import type { DocumentSummary, FileState } from '#host-api';
import { sourceName } from './file-source.ts';
import type { OpenDocumentOptions } from './open-document-options.ts';

/** Returns the summary of a document before its file is read. */
export function newSummary({ id, source, name, replaces, copy, ignored }: OpenDocumentOptions): DocumentSummary {
  const files: FileState = { kind: source.kind === 'memory' ? 'posted' : 'asRead' };
  return {
    id,
    name: name ?? sourceName(source),
    byteLength: copy?.bytes.byteLength ?? (source.kind === 'memory' ? source.bytes.length : 0),
    phase: 'reading',
    progress: 0,
    replaces,
    files,
    mesh: null,
    trees: [],
    ignored,
    bake: null,
    repair: null,
    repairOf: copy === null || copy.isCollider === true || copy.isSame === true ? null : copy.of,
    ...(copy?.isCollider === true && { colliderOf: copy.of }),
    ...(copy?.editOf !== undefined && { editOf: copy.editOf }),
    error: null,
  };
}
