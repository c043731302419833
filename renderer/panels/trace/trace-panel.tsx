import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { likelyTrace, recordTrace } from '../../commands/trace-actions.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { TraceBar } from './trace-bar.tsx';
import { TraceDetail } from './trace-detail.tsx';
import { TraceStack } from './trace-stack.tsx';
import { TraceSteps } from './trace-steps.tsx';

/** The query debugger: plays the steps of a query on its tree, and explains why a triangle was tested or not. */
export function TracePanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const traced = store.traced.value;
  if (traced === null)
    return (
      <div class="list-panel" data-testid="trace">
        <p class="empty-note">
          Record a query to see each of its steps.{' '}
          <button
            type="button"
            class="button small"
            title={commandTip('traceQuery')}
            data-testid="trace-record"
            onClick={() => recordTrace(store, likelyTrace(store))}
          >
            Record query
          </button>
        </p>
      </div>
    );
  return (
    <div class="list-panel" data-testid="trace">
      <TraceBar app={app} traced={traced} />
      {traced.kind === 'none' ? (
        <p class="empty-note" role="status">
          {traced.text}
        </p>
      ) : (
        <div class="trace-body">
          <TraceSteps store={store} traced={traced} />
          <TraceStack store={store} traced={traced} />
          <TraceDetail app={app} traced={traced} />
        </div>
      )}
    </div>
  );
}
