import type { JSX } from 'preact';
import { formatPlace } from '#core/error';
import type { App } from '../commands/app.ts';
import { formatCount } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';

/** What the import found in the active document without refusing it. */
export function FindingsPanel({ app }: { app: App }): JSX.Element {
  const document = app.store.activeDocument.value;
  const findings = document?.summary.mesh?.findings ?? [];
  if (findings.length === 0) {
    return <div class="list-panel"><p class="empty-note">{document === null ? 'Nothing is open.' : 'The import found nothing worth telling.'}</p></div>;
  }
  return (
    <div class="list-panel">
      <div class="rows" role="table" aria-label="Findings" tabIndex={0} data-testid="findings">
        {findings.map((finding, i) => (
          <div key={i} class={`row finding${i % 2 === 1 ? ' striped' : ''}`} role="row" data-code={finding.code} title={finding.message}>
            <span role="cell" class={finding.severity === 'info' ? 'quiet' : 'warning-text'} aria-label={finding.severity}>
              <Icon name={finding.severity} small />
            </span>
            <span role="cell" class="right">
              {formatCount(finding.count)}
            </span>
            <span role="cell" class="name">
              {finding.message}
            </span>
            <span role="cell" class="name secondary" title={finding.cure}>
              {finding.cure}
            </span>
            <span role="cell" class="name quiet" title={finding.places.map(formatPlace).join('\n')}>
              {finding.places.slice(0, 3).map(formatPlace).join(', ')}
              {finding.count > 3 && finding.places.length > 3 ? ' …' : ''}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
