import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { runCommand, withShortcut } from '../../commands/keymap.ts';
import { openRepair, selectedHole } from '../../commands/repair-actions.ts';
import type { ShownFinding } from '../../state/health/findings.ts';
import { repairFor, repairLabel } from '../../state/repair/repair-for.ts';
import { Icon } from '../../widgets/icon.tsx';

/** Fills the selected hole, and opens the repair dialog with the repair of a finding; nothing if no repair fixes it. */
export function RepairButton({ app, finding }: { app: App; finding: ShownFinding }): JSX.Element | null {
  const repair = repairFor(finding.code);
  if (repair === null) return null;
  const isHole = repair === 'fill-holes' && selectedHole(app) !== null;
  return (
    <>
      {isHole && (
        <>
          <button
            type="button"
            class="button small"
            data-testid="fill-this-hole"
            title={withShortcut('Makes a repaired copy in which only this hole is filled', 'fillHole')}
            disabled={!app.store.connected.value}
            onClick={() => runCommand(app, 'fillHole')}
          >
            <Icon name="repair" small />
            Fill this hole
          </button>{' '}
        </>
      )}
      <button
        type="button"
        class="button small"
        data-testid="repair-finding"
        title={`${finding.fix}. Shows what changes first.`}
        disabled={!app.store.connected.value}
        onClick={() => openRepair(app, [repair], { finding: finding.code })}
      >
        <Icon name="repair" small />
        {repairLabel(finding, repair)}
      </button>
    </>
  );
}
