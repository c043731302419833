import { isSelectTool, type Selection } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';

/** Content of the properties panel: a selection, the values of a tool, or both. */
export type PropertiesNeed = 'thing' | 'tool' | 'tool-and-thing';

/** Selections that are shown below the values of each tool. */
const shownWith = {
  select: [],
  boxSelect: [],
  lassoSelect: [],
  ray: ['hit'],
  sphere: ['touch'],
  probe: ['triangle'],
  movingMesh: ['contact', 'loop', 'triangle'],
  measure: [],
} as const satisfies Record<string, readonly Selection['kind'][]>;

/** Returns the selection if it is shown together with the current tool, else `null`. */
export function thingWithTool(store: Store): Selection | null {
  const { selection, tool } = store.scene.value;
  const kinds: readonly Selection['kind'][] = shownWith[tool];
  return selection !== null && kinds.includes(selection.kind) ? selection : null;
}

/** Returns how much the properties have to show. */
export function propertiesNeed(store: Store): PropertiesNeed {
  const { tool, activeDocument, selection } = store.scene.value;
  // Its meaning, its fix and its elements.
  if (isSelectTool(tool) && selection?.kind === 'finding') return 'tool-and-thing';
  if (isSelectTool(tool) || activeDocument === null) return 'thing';
  // Two parts or a box have many numbers.
  if (tool === 'measure' && store.measuring.value !== 'points') return 'tool-and-thing';
  return thingWithTool(store) === null ? 'tool' : 'tool-and-thing';
}
