import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DocumentId } from '#host-api';
import type { App } from '../commands/app.ts';
import { compareMeshes } from '../commands/change-actions.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { documentLabel } from '../state/documents/document-label.ts';
import { otherOfRepair } from '../state/repair/show-repaired.ts';
import type { PageDocument } from '../state/store/records.ts';
import { Icon } from '../widgets/icon.tsx';
import { Select } from '../widgets/select.tsx';

/** Tools > Compare with: the two open meshes that are compared. */
export function CompareDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'compareWith' ? <Dialog app={app} /> : null;
}

function Dialog({ app }: { app: App }): JSX.Element {
  const { store, shell } = app;
  const dialog = useRef<HTMLDialogElement>(null);
  const open = store.documents.value.filter(({ mesh }) => mesh !== null);
  const [[a, b], choose] = useState(() => firstPair(app, open));
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => closeDialog(shell, 'compareWith');
  const choices = open.map(({ summary: { id, name } }) => ({
    value: String(id),
    title: documentLabel(store.documents.value, id),
    meaning: name,
  }));
  const isPair = a !== b && [a, b].every((id) => open.some(({ summary }) => summary.id === id));
  return (
    <dialog ref={dialog} class="dialog project" aria-label="Compare meshes" data-testid="compare-with" onClose={close}>
      <header>
        <h2>Compare meshes</h2>
        <button type="button" class="icon-button" title="Close (Esc)" aria-label="Close" onClick={close}>
          <Icon name="close" small />
        </button>
      </header>
      <form
        class="project-body"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPair) return;
          close();
          compareMeshes(app, a, b);
        }}
      >
        <label class="setting">
          <span class="label">Mesh A</span>
          <Select label="Mesh A" value={String(a)} choices={choices} testId="compare-a" onChange={(id) => choose([Number(id), b])} />
        </label>
        <label class="setting">
          <span class="label">Mesh B</span>
          <Select label="Mesh B" value={String(b)} choices={choices} testId="compare-b" onChange={(id) => choose([a, Number(id)])} />
        </label>
        <p class="secondary">
          {isPair
            ? 'Measures the largest distance of the surfaces both ways, as the meshes are placed in the view, and compares sizes and findings.'
            : 'Choose two different meshes.'}
        </p>
        <footer>
          <button type="button" class="button" onClick={() => choose([b, a])}>
            Swap
          </button>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button primary" data-testid="compare-run" disabled={!isPair} autofocus>
            Compare
          </button>
        </footer>
      </form>
    </dialog>
  );
}

/** The active mesh, and the mesh of which it is a copy, the moving mesh, or else the next one in the list. */
function firstPair({ store }: App, open: readonly PageDocument[]): readonly [a: DocumentId, b: DocumentId] {
  const ids = open.map(({ summary }) => summary.id);
  const active = store.activeDocument.peek();
  const a = active !== null && ids.includes(active.summary.id) ? active.summary.id : (ids[0] ?? 0);
  const moving = store.scene.peek().movingMesh;
  const partner = otherOfRepair(open, active)?.summary.id ?? (moving?.fixed === a ? moving.document : moving?.fixed);
  const after = ids[(ids.indexOf(a) + 1) % ids.length] ?? a;
  return [a, partner !== undefined && partner !== a && ids.includes(partner) ? partner : after];
}
