import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import type { OpenDocument } from '../../state/records.ts';
import { unchecked } from '../../state/health-query.ts';
import { commandTip } from '../../ui/command-button.tsx';
import { formatMilliseconds } from '../../ui/format-number.ts';

/** Begins a check, tells how far it is, and ends it. */
export function CheckBar({ app, document: { summary, mesh } }: { app: App; document: OpenDocument }): JSX.Element {
  const { status, outcome } = app.store.health.value.get(summary.id) ?? unchecked;
  if (status.kind === 'running' || status.kind === 'waiting') {
    const percent = status.kind === 'running' ? Math.floor(100 * status.fraction) : 0;
    return (
      <div class="check-bar" role="status" data-testid="check-progress">
        <progress class="progress-bar" max={100} value={percent} aria-label="Checking" />
        <span class="figure">{status.kind === 'waiting' ? 'waits' : `${percent} %`}</span>
        <button type="button" class="button small" data-testid="check-cancel" onClick={() => app.health.stop()}>
          Cancel
        </button>
      </div>
    );
  }
  const text = status.kind === 'failed' ? `${status.problem.message}.` : outcome === null ? 'Not checked yet.' : `Checked in ${formatMilliseconds(outcome.milliseconds)}.`;
  return (
    <div class="check-bar" data-testid="check-bar">
      <span class={`name${status.kind === 'failed' && status.problem.code !== 'cancelled' ? ' error-text' : ' secondary'}`} role="status" title={status.kind === 'failed' ? status.problem.cure : undefined}>
        {text}
      </span>
      <button type="button" class="button small" data-testid="check" disabled={mesh === null} title={commandTip('check')} onClick={() => runCommand(app, 'check')}>
        {outcome === null ? 'Check' : 'Check again'}
      </button>
    </div>
  );
}
