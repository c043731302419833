import type { Selection } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';

/** What the properties have to show: a thing; a tool with its numbers; or both. */
export type PropertiesNeed = 'thing' | 'tool' | 'tool-and-thing';

/** What of a selection is shown below the numbers of each tool. */
const shownWith = {
  select: [],
  ray: ['hit'],
  sphere: ['touch'],
  movingMesh: ['contact', 'loop', 'triangle'],
} as const satisfies Record<string, readonly Selection['kind'][]>;

/** The selection as far as it is shown beside the tool in hand; `null` where the tool stands alone, or there is none. */
export function thingBesideTool(store: Store): Selection | null {
  const { selection, tool } = store.scene.value;
  const kinds: readonly Selection['kind'][] = shownWith[tool];
  return selection !== null && kinds.includes(selection.kind) ? selection : null;
}

/** How much the properties have to show. */
export function propertiesNeed(store: Store): PropertiesNeed {
  const { tool, activeDocument, selection } = store.scene.value;
  // What it means, its fix and its elements.
  if (tool === 'select' && selection?.kind === 'finding') return 'tool-and-thing';
  if (tool === 'select' || activeDocument === null) return 'thing';
  return thingBesideTool(store) === null ? 'tool' : 'tool-and-thing';
}
