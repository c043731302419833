import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { dismissChanges, showChanges } from '../../commands/change-actions.ts';
import { isUnchanged } from '../../state/changes/mesh-changes.ts';
import { activeChanges } from '../../state/changes/shown-changes.ts';
import { DismissButton } from './dismiss-button.tsx';
import { changesText } from '../changes/changes-text.ts';

/** One line about what a reload of the active document changed. It stays until the user looks or dismisses it. */
export function ChangesOffer({ app }: { app: App }): JSX.Element | null {
  const changes = activeChanges(app.store);
  if (changes === null || !changes.isNew || changes.geometry === null || isUnchanged(changes)) return null;
  return (
    <div class="notice info" role="status" data-testid="changes-offer">
      <div>
        {changes.name}: {changesText(changes.geometry)}.{' '}
        <button type="button" class="button small" data-testid="changes-show" onClick={() => showChanges(app)}>
          Show changes
        </button>
      </div>
      <DismissButton onDismiss={() => dismissChanges(app.store, changes.serial)} />
    </div>
  );
}
