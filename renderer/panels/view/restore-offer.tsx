import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { lastSession } from '../../state/project/kept-sessions.ts';
import { sessionContents, sessionMeshes } from '../../state/project/describe-session.ts';
import { formatMoment } from '../../text/format-moment.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { Icon } from '../../widgets/icon.tsx';

/** Offers to restore the last session, over the view and on the first screen. It stays until the user restores or dismisses it. */
export function RestoreOffer({ app }: { app: App }): JSX.Element | null {
  const { keptSessions, isSessionOffered, connected } = app.store;
  const last = lastSession(keptSessions.value);
  if (last === null || !isSessionOffered.value || !connected.value) return null;
  return (
    <div class="notice info line" role="status" data-testid="restore-offer">
      <div class="text" title={[...last.names, sessionContents(last)].join('\n')}>
        Last session, {formatMoment(last.savedAt)}: {sessionMeshes(last)} ({sessionContents(last)})
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
        onClick={() => void app.projects.forget(last)}
      >
        <Icon name="close" small />
      </button>
    </div>
  );
}
