import type { FilterOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import type { ProbeShape } from './probe-shapes.ts';

/** A shape that queries the mesh of a document; source space of that document. */
export interface ProbeInput {
  readonly document: DocumentId;
  readonly shape: ProbeShape;
  /** Which triangles the query considers; all of them without it. A polygon has none; points inside and slices have parts only. */
  readonly filter?: FilterOptions;
}

/** A probe that is kept and drawn next to the current one. */
export interface PinnedProbe extends ProbeInput {
  /** Unique among the pinned probes, also after others were removed. */
  readonly id: number;
  /** Unique among the pinned probes at first; the user may change it. */
  readonly name: string;
}

/** More pinned probes would cover the mesh, and each costs time in every frame. */
export const maxPins = 100;
