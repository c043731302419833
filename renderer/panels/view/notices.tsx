import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatError } from '#core/error';
import type { App } from '../../commands/app.ts';
import type { Notice } from '../../state/store/store.ts';
import { copyText } from '../../host/copy-text.ts';
import { formatMany } from '../../text/format-number.ts';
import { DismissButton } from './dismiss-button.tsx';
import { gatherNotices } from './gather-notices.ts';
import { ChangesOffer } from './changes-offer.tsx';
import { InsideOffer } from './inside-offer.tsx';
import { LessonCard } from './lesson-card.tsx';
import { ReloadOffer } from './reload-offer.tsx';
import { RestoreOffer } from './restore-offer.tsx';
import { SpacesOffer } from './spaces-offer.tsx';

/** Milliseconds that an info notice stays. */
const infoStay = 6000;

/** Milliseconds until an error or a warning, which stays, shrinks to one short line. */
const unfoldedStay = 12_000;

/** Notices in a corner of the view: one line each, with details to copy. They never block. */
export function Notices({ app }: { app: App }): JSX.Element {
  const { shown, gathered } = gatherNotices(app.store.notices.value);
  return (
    <div class="notices" role="region" aria-label="Notices" aria-live="polite">
      <LessonCard app={app} />
      {gathered > 0 && <Gathered app={app} count={gathered} />}
      {shown.map((notice) => (
        <NoticeCard key={notice.serial} app={app} notice={notice} />
      ))}
      <ReloadOffer app={app} />
      <ChangesOffer app={app} />
      <SpacesOffer app={app} />
      <InsideOffer app={app} />
      <RestoreOffer app={app} />
    </div>
  );
}

/** One line for many errors, for example after dropping a folder of pictures. */
function Gathered({ app, count }: { app: App; count: number }): JSX.Element {
  return (
    <div class="notice error" role="alert" data-testid="notice-gathered">
      <div>{formatMany(count, 'more error')}. The log lists them all.</div>
      <div class="actions">
        <button type="button" class="button small" onClick={() => app.shell.showList('log')}>
          Show log
        </button>
        <button type="button" class="button small" data-testid="dismiss-failed" onClick={() => app.session.dismissFailed()}>
          Dismiss all and failed files
        </button>
      </div>
    </div>
  );
}

function NoticeCard({ app, notice }: { app: App; notice: Notice }): JSX.Element {
  const { kind, serial } = notice;
  const [folded, setFolded] = useState(false);
  useEffect(() => {
    const timer =
      kind === 'info' ? setTimeout(() => app.session.dismiss(serial), infoStay) : setTimeout(() => setFolded(true), unfoldedStay);
    return () => clearTimeout(timer);
  }, [kind, serial]);
  const text = notice.kind === 'error' ? formatError(notice.error) : notice.text;
  return (
    <div
      class={`notice ${kind}${folded ? ' folded' : ''}`}
      role={kind === 'info' ? 'status' : 'alert'}
      data-testid="notice"
      data-code={notice.kind === 'error' ? notice.error.code : kind}
    >
      <div class="text" title={folded ? text : undefined} onClick={() => setFolded(false)}>
        {text}
      </div>
      <DismissButton onDismiss={() => app.session.dismiss(serial)} />
      {notice.kind === 'error' && <Details text={text} details={JSON.stringify(notice.error, null, 2)} />}
    </div>
  );
}

function Details({ text, details }: { text: string; details: string }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      {open && <pre>{details}</pre>}
      <div class="actions">
        <button type="button" class="button small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide details' : 'Details'}
        </button>
        <button type="button" class="button small" onClick={() => void copyText(`${text}\n${details}`)}>
          Copy
        </button>
      </div>
    </>
  );
}
