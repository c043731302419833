import type { Store } from '../../state/store/store.ts';
import type { DockState } from './dock-state.ts';
import type { PanelId } from './panel-list.tsx';

/** Two lists need this width, CSS pixels. */
const minPairWidth = 1300;

/**
 * Returns the list that is shown next to the active one, `null` for none. In a wide window the Query workspace shows the contacts of a moving mesh
 * next to the hits or overlaps.
 */
export function secondList(
  { workspace, area, active }: Pick<DockState, 'workspace' | 'area' | 'active'>,
  store: Pick<Store, 'scene' | 'pair'>,
): PanelId | null {
  const isOfQuery = active.bottom.value === 'hits' || active.bottom.value === 'touches';
  const hasContacts = store.scene.value.movingMesh !== null && store.pair.value.outcome !== null;
  return workspace.value === 'query' && isOfQuery && hasContacts && area.value.width >= minPairWidth ? 'contacts' : null;
}
