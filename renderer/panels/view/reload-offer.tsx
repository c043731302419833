import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { whyNoReload } from '../../commands/why-no-reload.ts';
import type { PageDocument } from '../../state/store/records.ts';
import { formatCount } from '../../text/format-number.ts';
import { DismissButton } from './dismiss-button.tsx';

/** One line for all documents whose files changed on disk. It stays until the user reloads or dismisses them. */
export function ReloadOffer({ app }: { app: App }): JSX.Element | null {
  const { store, session } = app;
  const offered = store.documents.value.filter(
    (document) => store.reloadOffers.value.has(document.summary.id) && whyNoReload(store, document) === null,
  );
  if (offered.length === 0) return null;
  const each = (act: (id: number) => unknown): void => offered.forEach(({ summary }) => void act(summary.id));
  return (
    <div class="notice info" role="status" data-testid="reload-offer">
      <div title={offered.map(({ summary }) => summary.name).join('\n')}>
        {offered.length === 1 ? changedText(offered[0]!) : `${formatCount(offered.length)} open files changed on disk.`}{' '}
        <button type="button" class="button small" data-testid="reload" onClick={() => each((id) => session.reload(id))}>
          {offered.length === 1 ? 'Reload' : 'Reload all'}
        </button>
      </div>
      <DismissButton onDismiss={() => each((id) => session.dismissReload(id))} />
    </div>
  );
}

function changedText({ summary: { name, files } }: PageDocument): string {
  if (files.kind !== 'changed' || files.file === name) return `${name} changed on disk.`;
  return `${files.file} of ${name} changed on disk.`;
}
