import type { InspectorErrorData } from '#core/error';
import type { DocumentId } from '#host-api';

/** The hull of a mesh that is to become the probe. A change to `running` starts it, any other change cancels it. */
export type ProbeHullState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly document: DocumentId; readonly fraction: number }
  | { readonly kind: 'failed'; readonly document: DocumentId; readonly problem: InspectorErrorData };
