import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { setPicking } from '../../commands/selection-actions.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { Segmented } from '../../widgets/segmented.tsx';

/** What box and lasso select, and whether surfaces hide it. Shown with these tools. */
export function PickBar({ app: { store } }: { app: App }): JSX.Element | null {
  const { tool, picking } = store.scene.value;
  if (tool !== 'boxSelect' && tool !== 'lassoSelect') return null;
  return (
    <div class="floating view-bar" data-testid="pick-bar">
      <Segmented
        label="Select what"
        value={picking.what}
        choices={[
          { value: 'triangles', title: 'Triangles', meaning: 'Selects triangles' },
          { value: 'parts', title: 'Parts', meaning: commandTip('pickParts') },
        ]}
        onChange={(what) => setPicking(store, { what })}
      />
      <Segmented
        label="Reach"
        value={picking.through ? 'through' : 'visible'}
        choices={[
          { value: 'visible', title: 'Visible', meaning: 'Selects what no other surface hides' },
          { value: 'through', title: 'Through', meaning: commandTip('pickThrough') },
        ]}
        onChange={(reach) => setPicking(store, { through: reach === 'through' })}
      />
    </div>
  );
}
