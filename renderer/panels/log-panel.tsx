import type { JSX } from 'preact';
import type { App } from '../commands/app.ts';
import { copyText } from '../host/copy-text.ts';
import { Icon } from '../widgets/icon.tsx';

/** Messages, newest first. The details of an error can be copied into a report. */
export function LogPanel({ app }: { app: App }): JSX.Element {
  const log = app.store.log.value;
  if (log.length === 0)
    return (
      <div class="list-panel">
        <p class="empty-note">No messages yet.</p>
      </div>
    );
  return (
    <div class="list-panel">
      <div class="rows" role="log" aria-label="Log" tabIndex={0} data-testid="log">
        {log.toReversed().map(({ time, severity, text, details }, i) => (
          <div key={log.length - i} class="row log" title={text}>
            <span class="quiet">{new Date(time).toLocaleTimeString('en-GB')}</span>
            <span class={severity === 'info' ? 'quiet' : severity === 'error' ? 'error-text' : 'warning-text'}>
              <Icon name={severity} small />
            </span>
            <span class="name">{text}</span>
            {details === null ? (
              <span />
            ) : (
              <button
                type="button"
                class="icon-button"
                title="Copy details"
                aria-label="Copy details"
                onClick={() => void copyText(`${text}\n${details}`)}
              >
                <Icon name="copy" small />
              </button>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
