import type { InspectorErrorData } from '#core/error';
import type { MeshPart } from '#core/mesh';
import type { WindingTree } from '#core/query';
import type { HeldBytes } from '../store/held-bytes.ts';

/** What a winding tree adds to its tree and mesh. */
export type WindingParts = Omit<WindingTree, 'tree' | 'mesh'>;

export interface ToWindingWorker {
  readonly serial: number;
  readonly bytes: HeldBytes;
  /** The parts of the mesh, and the list of those that are the surface. */
  readonly parts: readonly MeshPart[];
  readonly chosen: string;
}

export type FromWindingWorker =
  | { readonly kind: 'built'; readonly serial: number; readonly parts: WindingParts }
  | { readonly kind: 'failed'; readonly serial: number; readonly problem: InspectorErrorData };

export type SpawnWinding = (
  message: (message: FromWindingWorker) => void,
  lost: (reason: string) => void,
) => { post(message: ToWindingWorker): void; terminate(): void };
