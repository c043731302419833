import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import type { PageDocument } from '../state/store/records.ts';
import { Icon } from '../widgets/icon.tsx';
import { BakeForm } from './bake-form.tsx';

/** File > Bake: the format, what it keeps and loses, and which trees to include. A bake continues when the dialog is closed. */
export function BakeDialog({ app }: { app: App }): JSX.Element | null {
  const document = app.store.activeDocument.value;
  return app.shell.dialog.value === 'bake' && document !== null ? <Dialog app={app} document={document} /> : null;
}

function Dialog({ app, document }: { app: App; document: PageDocument }): JSX.Element {
  const { shell } = app;
  const { summary } = document;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The dialog also closes with its document.
    return () => closeDialog(shell, 'bake');
  }, []);
  const close = (): void => closeDialog(shell, 'bake');
  return (
    <dialog ref={dialog} class="dialog bake" aria-label={`Bake ${summary.name}`} data-testid="bake" onClose={close}>
      <header>
        <h2>Bake {summary.name}</h2>
        <button type="button" class="icon-button" title="Close (Esc)" aria-label="Close" onClick={close}>
          <Icon name="close" small />
        </button>
      </header>
      <BakeForm
        app={app}
        document={document}
        other={
          <button type="button" class="button" onClick={close}>
            Close
          </button>
        }
      />
    </dialog>
  );
}
