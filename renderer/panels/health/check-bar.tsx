import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { runCommand } from '../../commands/keymap.ts';
import type { PageDocument } from '../../state/store/records.ts';
import { unchecked } from '../../state/health/health-query.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { formatMany, formatMilliseconds } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';

/** Starts a check, shows its progress and cancels it. Above it: colliders that are not checked. */
export function CheckBar({ app, document }: { app: App; document: PageDocument }): JSX.Element {
  const { mesh } = document.summary;
  const apart = mesh?.importing.colliders === 'apart' ? mesh.colliders.length : 0;
  return (
    <>
      {apart > 0 && <CollidersApart app={app} document={document} count={apart} />}
      <CheckState app={app} document={document} />
    </>
  );
}

/**
 * `boxwood check` reads the colliders of a physics extension by itself. Here this takes one click, and until then the bar says that they
 * are left out.
 */
function CollidersApart({ app, document: { summary }, count }: { app: App; document: PageDocument; count: number }): JSX.Element {
  return (
    <div class="check-bar colliders" data-testid="colliders-unchecked">
      <span class="severity warning">
        <Icon name="warning" small />
      </span>
      <span class="name" title="These colliders are separate from the mesh. boxwood check includes them.">
        {formatMany(count, 'collider')} not checked
      </span>
      <button
        type="button"
        class="button small"
        data-testid="check-colliders"
        title="Reload the file with its colliders as parts, and check again"
        onClick={() => app.session.read(summary.id, { colliders: 'with' })}
      >
        Include them
      </button>
    </div>
  );
}

function CheckState({ app, document: { summary, mesh } }: { app: App; document: PageDocument }): JSX.Element {
  const { status, outcome } = app.store.health.value.get(summary.id) ?? unchecked;
  if (status.kind === 'running' || status.kind === 'waiting') {
    const percent = status.kind === 'running' ? Math.floor(100 * status.fraction) : 0;
    return (
      <div class="check-bar" role="status" data-testid="check-progress">
        <progress class="progress-bar" max={100} value={percent} aria-label="Checking" />
        <span class="figure">{status.kind === 'waiting' ? 'waiting' : `${percent} %`}</span>
        <button type="button" class="button small" data-testid="check-cancel" onClick={() => app.health.stop()}>
          Cancel
        </button>
      </div>
    );
  }
  const text =
    status.kind === 'failed'
      ? `${status.problem.message}.`
      : outcome === null
        ? 'Not checked yet.'
        : `Checked in ${formatMilliseconds(outcome.milliseconds)}.`;
  return (
    <div class="check-bar" data-testid="check-bar">
      <span
        class={`name${status.kind === 'failed' && status.problem.code !== 'cancelled' ? ' error-text' : ' secondary'}`}
        role="status"
        title={status.kind === 'failed' ? status.problem.fix : undefined}
      >
        {text}
      </span>
      {mesh !== null && <CopyCommandButton app={app} subject="check" />}
      <button
        type="button"
        class={outcome === null ? 'button small primary' : 'button small'}
        data-testid="check"
        disabled={mesh === null}
        title={commandTip('check')}
        onClick={() => runCommand(app, 'check')}
      >
        {outcome === null ? 'Check' : 'Check again'}
      </button>
    </div>
  );
}
