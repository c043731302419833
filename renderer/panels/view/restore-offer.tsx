import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { formatAge } from '../../text/format-age.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { Icon } from '../../widgets/icon.tsx';

/** Offers to restore the last session, over the view and on the first screen. It stays until the user restores or dismisses it. */
export function RestoreOffer({ app }: { app: App }): JSX.Element | null {
  const last = app.store.lastSession.value;
  if (last === null || !app.store.connected.value) return null;
  const [first = '', ...others] = last.names;
  const names = others.length === 0 ? first : `${first} and ${others.length} more`;
  return (
    <div class="notice info line" role="status" data-testid="restore-offer">
      <div class="text" title={last.names.join('\n')}>
        Last session: {names}, {formatAge(Date.now() - last.savedAt)}
      </div>
      <button
        type="button"
        class="button small"
        title={commandTip('restoreSession')}
        data-testid="restore-session"
        onClick={() => runCommand(app, 'restoreSession')}
      >
        Restore
      </button>
      <button
        type="button"
        class="icon-button"
        title="Forget the last session"
        aria-label="Forget the last session"
        onClick={() => void app.projects.forgetLast()}
      >
        <Icon name="close" small />
      </button>
    </div>
  );
}
