import type { Selection } from '../../state/store/records.ts';

/** Returns the node that a selection stands for: itself, or the leaf of a triangle. */
export function chosenNode(selection: Selection | null): number | null {
  if (selection?.kind === 'node' || selection?.kind === 'triangle') return selection.node;
  return null;
}
