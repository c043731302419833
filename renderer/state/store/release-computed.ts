import type { ReadonlySignal } from '@preact/signals-core';

/**
 * Reads computed signals that a query without input no longer needs. One that nobody reads keeps its last value, such as the tree of a closed mesh.
 * Returns `null`.
 */
export function releaseComputed(...computed: readonly ReadonlySignal<unknown>[]): null {
  for (const one of computed) void one.value;
  return null;
}
