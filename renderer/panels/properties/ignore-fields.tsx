import type { JSX } from 'preact';
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type IgnoredOf, reasonFor } from '#core/health';
import { maxReasonLength } from '#core/ignored-finding';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { ignore } from '../../commands/finding-actions.ts';
import type { ShownFinding } from '../../state/health/findings.ts';

interface IgnoreFieldsProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly finding: ShownFinding;
  readonly item: number | null;
  readonly ignored: IgnoredOf;
}

/** Ignores a finding for a reason, or undoes that. The typed text belongs to one finding: `key` separates them. */
export function IgnoreFields({ app, document, finding, item, ignored }: IgnoreFieldsProps): JSX.Element {
  const reason = reasonFor(ignored, item);
  const apply = (at: number | null, text: string | null): void => ignore(app, document, finding, at, text);
  if (reason === null) return <ReasonFields app={app} item={item} onIgnore={apply} />;
  const isWhole = ignored.whole !== null;
  return (
    <div class="note-card" data-testid="ignored">
      <b>Ignored</b>
      <p>{reason}</p>
      <button type="button" class="button small" data-testid="unignore" onClick={() => apply(isWhole ? null : item, null)}>
        {isWhole && item !== null ? 'Stop ignoring this type' : 'Stop ignoring'}
      </button>
    </div>
  );
}

interface ReasonFieldsProps {
  readonly app: App;
  readonly item: number | null;
  readonly onIgnore: (item: number | null, reason: string) => void;
}

function ReasonFields({ app: { shell }, item, onIgnore }: ReasonFieldsProps): JSX.Element {
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    let seen = shell.reasonWanted.peek();
    // Focuses at once, without a render between, so that the next typed character lands here.
    return effect(() => {
      if (seen !== shell.reasonWanted.value) field.current?.focus();
      seen = shell.reasonWanted.value;
    });
  }, [shell]);
  const reason = draft.trim();
  const apply = (at: number | null): void => {
    if (reason !== '') onIgnore(at, reason);
  };
  return (
    <div class="ignore-fields">
      <span class="field text">
        <input
          ref={field}
          type="text"
          aria-label="Reason to ignore this finding"
          placeholder="Reason to ignore"
          maxLength={maxReasonLength}
          value={draft}
          data-testid="reason"
          data-edited={draft === '' ? undefined : 'true'}
          onInput={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply(item);
            if (event.key === 'Escape') {
              setDraft('');
              event.currentTarget.blur();
            }
          }}
        />
      </span>
      <div class="button-row">
        {item !== null && <IgnoreButton testId="ignore" text="Ignore this item" hasReason={reason !== ''} onClick={() => apply(item)} />}
        <IgnoreButton testId="ignore-kind" text="Ignore this type" hasReason={reason !== ''} onClick={() => apply(null)} />
      </div>
    </div>
  );
}

interface IgnoreButtonProps {
  readonly testId: string;
  readonly text: string;
  readonly hasReason: boolean;
  readonly onClick: () => void;
}

function IgnoreButton({ testId, text, hasReason, onClick }: IgnoreButtonProps): JSX.Element {
  const title = hasReason ? 'Hide its marks and leave it out of the counts' : 'Type a reason first';
  return (
    <button type="button" class="button small" data-testid={testId} disabled={!hasReason} title={title} onClick={onClick}>
      {text}
    </button>
  );
}
