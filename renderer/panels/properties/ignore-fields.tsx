import type { JSX } from 'preact';
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { reasonFor, type IgnoredOf } from '#core/health/report/ignored';
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
  const { shell } = app;
  const reason = reasonFor(ignored, item);
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
  if (reason !== null) {
    const isWhole = ignored.whole !== null;
    return (
      <div class="note-card" data-testid="ignored">
        <b>Ignored</b>
        <p>{reason}</p>
        <button
          type="button"
          class="button small"
          data-testid="unignore"
          onClick={() => ignore(app, document, finding, isWhole ? null : item, null)}
        >
          {isWhole && item !== null ? 'Stop ignoring this type' : 'Stop ignoring'}
        </button>
      </div>
    );
  }
  const apply = (at: number | null): void => {
    if (draft.trim() !== '') ignore(app, document, finding, at, draft.trim());
  };
  const title = draft.trim() === '' ? 'Type a reason first' : 'Hide its marks and leave it out of the counts';
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
        {item !== null && (
          <button
            type="button"
            class="button small"
            data-testid="ignore"
            disabled={draft.trim() === ''}
            title={title}
            onClick={() => apply(item)}
          >
            Ignore this item
          </button>
        )}
        <button
          type="button"
          class="button small"
          data-testid="ignore-kind"
          disabled={draft.trim() === ''}
          title={title}
          onClick={() => apply(null)}
        >
          Ignore this type
        </button>
      </div>
    </div>
  );
}
