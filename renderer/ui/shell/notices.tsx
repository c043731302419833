import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatError } from '#core/error';
import type { App } from '../../commands/app.ts';
import type { Notice } from '../../state/store.ts';
import { copyText } from '../copy-text.ts';
import { Icon } from '../icon.tsx';

/** More than these would cover the view; the log has them all. */
const mostShown = 4;

/** What went wrong: one line each, in a corner, with details that can be copied. Nothing waits for them. */
export function Notices({ app }: { app: App }): JSX.Element {
  return (
    <div class="notices" role="region" aria-label="Notices" aria-live="polite">
      {app.store.notices.value.slice(-mostShown).map((notice) => (
        <NoticeCard key={notice.serial} app={app} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ app, notice }: { app: App; notice: Notice }): JSX.Element {
  const [open, setOpen] = useState(false);
  const details = JSON.stringify(notice.error, null, 2);
  const text = formatError(notice.error);
  return (
    <div class="notice" role="alert" data-testid="notice" data-code={notice.error.code}>
      <div>{text}</div>
      <button type="button" class="icon-button" title="Dismiss" aria-label="Dismiss" onClick={() => app.session.dismiss(notice.serial)}>
        <Icon name="close" small />
      </button>
      {open && <pre>{details}</pre>}
      <div class="actions">
        <button type="button" class="button small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide details' : 'Details'}
        </button>
        <button type="button" class="button small" onClick={() => void copyText(`${text}\n${details}`)}>
          Copy
        </button>
      </div>
    </div>
  );
}
