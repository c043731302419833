import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { closeManual, manualIndex, openManual, showPrevious } from '../../commands/manual-actions.ts';
import { anchorIn, loadManual, withoutAnchor, type Manual, type ManualView } from '../../state/manual/manual.ts';
import { Icon } from '../../widgets/icon.tsx';
import { ManualBlocks } from './manual-blocks.tsx';

/** The manual, next to the panels: it stays open while the user works. Over a dialog it is a dialog of its own. */
export function ManualWindow({ app }: { app: App }): JSX.Element | null {
  const view = app.shell.manual.value;
  return view === null ? null : <Window app={app} view={view} />;
}

function Window({ app: { shell }, view }: { app: App; view: ManualView }): JSX.Element {
  const frame = useRef<HTMLDialogElement>(null);
  const [manual, setManual] = useState<Manual | null>(null);
  const [problem, setProblem] = useState(false);
  // A layout effect: keys before the next frame are for the manual too.
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (shell.dialog.peek() === null) frame.current?.show();
    else frame.current?.showModal();
    loadManual().then(setManual, () => setProblem(true));
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const close = (): void => closeManual(shell);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
    else if (event.altKey && event.key === 'ArrowLeft') showPrevious(shell);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const page = manual?.page(view.place) ?? null;
  return (
    <dialog
      ref={frame}
      class="manual"
      aria-label="Manual"
      data-region=""
      data-manual={view.place}
      data-testid="manual"
      onClose={close}
      onKeyDown={onKeyDown}
    >
      <div class="head">
        <button
          type="button"
          class="icon-button"
          title="Previous page (Alt Left)"
          aria-label="Previous page"
          disabled={view.back.length === 0}
          onClick={() => showPrevious(shell)}
        >
          <Icon name="back" small />
        </button>
        <button
          type="button"
          class="icon-button"
          title="All pages"
          aria-label="All pages"
          data-testid="manual-index"
          onClick={() => openManual(shell, manualIndex)}
        >
          <Icon name="pages" small />
        </button>
        <span class="name">{page?.title ?? 'Manual'}</span>
        <button type="button" class="icon-button" title="Close (Esc)" aria-label="Close" onClick={close}>
          <Icon name="close" small />
        </button>
      </div>
      <PageBody manual={manual} problem={problem} view={view} onOpen={(place) => openManual(shell, place)} />
    </dialog>
  );
}

interface PageBodyProps {
  readonly manual: Manual | null;
  readonly problem: boolean;
  readonly view: ManualView;
  readonly onOpen: (place: string) => void;
}

/** The text, scrolled to the anchor of its place. */
function PageBody({ manual, problem, view: { place }, onOpen }: PageBodyProps): JSX.Element {
  const body = useRef<HTMLDivElement>(null);
  const page = manual?.page(place) ?? null;
  useEffect(() => {
    // The link that was followed is gone, and its keys belong to the window of the manual.
    body.current?.focus({ preventScroll: true });
    const anchor = anchorIn(place);
    const target = anchor === '' ? null : (body.current?.querySelector(`[data-anchor="${CSS.escape(anchor)}"]`) ?? null);
    if (target === null) body.current?.scrollTo({ top: 0 });
    else target.scrollIntoView({ block: 'start' });
  }, [page, place]);
  return (
    <div ref={body} class="manual-body" tabIndex={0} autofocus role="region" aria-label="Page" data-page={withoutAnchor(place)}>
      {problem && <p role="alert">The manual could not be loaded. Reload the window.</p>}
      {!problem && manual === null && <p class="quiet">Loading…</p>}
      {manual !== null && page === null && <p role="alert">The manual has no page {place}.</p>}
      {manual !== null && page !== null && (
        <ManualBlocks blocks={page.blocks} manual={manual} place={place} marked={anchorIn(place)} onOpen={onOpen} />
      )}
    </div>
  );
}
