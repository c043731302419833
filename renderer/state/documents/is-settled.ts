import type { Phase } from '#host-api';
import type { PageDocument } from '../store/records.ts';

/** Returns whether the mesh of a document is here, or will not come. */
export function isSettled({ summary, mesh }: PageDocument): boolean {
  return mesh !== null || hasStopped(summary.phase);
}

/** Returns whether a document failed or was cancelled. It may have a mesh: the first build comes after the import. */
export function hasStopped(phase: Phase): boolean {
  return phase === 'failed' || phase === 'cancelled';
}
