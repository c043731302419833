import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { openRepair } from '../../commands/repair-actions.ts';
import type { ShownFinding } from '../../state/health/findings.ts';
import { repairFor, repairLabel } from '../../state/repair/repair-for.ts';
import { Icon } from '../../widgets/icon.tsx';

/** Opens the repair dialog with the repair of a finding; nothing if no repair fixes it. */
export function RepairButton({ app, finding }: { app: App; finding: ShownFinding }): JSX.Element | null {
  const repair = repairFor(finding.code);
  if (repair === null) return null;
  return (
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
  );
}
