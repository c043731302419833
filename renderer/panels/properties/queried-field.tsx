import type { JSX } from 'preact';
import { setQueried } from '../../commands/visibility-actions.ts';
import type { Store } from '../../state/store/store.ts';
import { Segmented } from '../../widgets/segmented.tsx';

const choices = [
  { value: 'all', title: 'Every part', meaning: 'Queries see hidden parts too; results on them are marked.' },
  { value: 'visible', title: 'Visible only', meaning: 'Queries see what is visible, with a tree of the visible parts.' },
] as const;

/** Which parts rays, spheres and the moving mesh see. */
export function QueriedField({ store }: { store: Store }): JSX.Element {
  return (
    <div class="setting" data-testid="queried">
      <span class="label">Queries</span>
      <Segmented label="Queries" value={store.scene.value.queried} choices={choices} onChange={(queried) => setQueried(store, queried)} />
    </div>
  );
}
