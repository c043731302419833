import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { runCommand, withShortcut } from '../../commands/keymap.ts';
import { otherOfRepair } from '../../state/repair/show-repaired.ts';
import { Segmented } from '../../widgets/segmented.tsx';

/** Switches between a mesh before and after its repair; nothing for a mesh without one. */
export function RepairBar({ app }: { app: App }): JSX.Element | null {
  const { documents, activeDocument } = app.store;
  if (otherOfRepair(documents.value, activeDocument.value) === null) return null;
  const shown = activeDocument.value?.summary.repairOf == null ? 'before' : 'after';
  return (
    <div class="floating view-bar" data-testid="repair-bar">
      <Segmented
        label="Repair"
        value={shown}
        choices={[
          { value: 'before', title: 'Before', meaning: withShortcut('Show the mesh before its repair', 'showOtherOfRepair') },
          { value: 'after', title: 'After', meaning: withShortcut('Show the mesh after its repair', 'showOtherOfRepair') },
        ]}
        onChange={(wanted) => wanted !== shown && runCommand(app, 'showOtherOfRepair')}
      />
    </div>
  );
}
