import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type BakeFormatName, bakeFormats, maxTrees } from '#core/bake';
import { forgetBaked } from '../commands/actions.ts';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { buildTitle } from '../state/documents/build-title.ts';
import type { PageDocument } from '../state/store/records.ts';
import { formatMany } from '../text/format-number.ts';
import { Icon } from '../widgets/icon.tsx';
import { BakeFormatField } from './bake-format-field.tsx';
import { BakeOutcomeView } from './bake-result.tsx';
import { BakeRunning } from './bake-running.tsx';

/** File > Bake: the format, what it keeps and loses, and which trees to include. A bake continues when the dialog is closed. */
export function BakeDialog({ app }: { app: App }): JSX.Element | null {
  const document = app.store.activeDocument.value;
  return app.shell.dialog.value === 'bake' && document !== null ? <Dialog app={app} document={document} /> : null;
}

function Dialog({ app, document }: { app: App; document: PageDocument }): JSX.Element {
  const { store, session, shell } = app;
  const { summary } = document;
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState<BakeFormatName>('boxwood');
  const [allTrees, setAllTrees] = useState(false);
  useEffect(() => {
    // The result of an earlier bake is in the log.
    if (summary.bake === null) forgetBaked(store);
    dialog.current?.showModal();
    // The dialog also closes with its document.
    return () => closeDialog(shell, 'bake');
  }, []);
  const close = (): void => closeDialog(shell, 'bake');
  const shown = store.activeTree.value?.summary ?? null;
  // The host may have dropped a tree that undo restored. Building it again replaces the host's oldest tree.
  const others = summary.trees.filter(({ id }) => id !== shown?.id).slice(1 - maxTrees);
  const format = bakeFormats[name];
  const lacksTree = format.hasTree && shown === null;
  const bake = (): void => {
    const trees = shown === null || !format.hasTree ? [] : name === 'boxwood' && allTrees ? [shown, ...others] : [shown];
    void session.bake(summary.id, name, trees);
  };
  return (
    <dialog ref={dialog} class="dialog bake" aria-label={`Bake ${summary.name}`} data-testid="bake" onClose={close}>
      <header>
        <h2>Bake {summary.name}</h2>
        <button type="button" class="icon-button" title="Close (Esc)" aria-label="Close" onClick={close}>
          <Icon name="close" small />
        </button>
      </header>
      <div class="bake-body">
        <BakeFormatField value={name} onChange={setName} />
        <dl data-testid="bake-format">
          <dt>Keeps</dt>
          <dd>{format.keeps}</dd>
          <dt>Loses</dt>
          <dd>{format.loses}</dd>
          {format.hasTree &&
            shown !== null && [
              <dt key="name">Tree</dt>,
              <dd key="tree">
                {buildTitle(shown.options)}, {formatMany(shown.statistics.nodes, 'node')}
              </dd>,
            ]}
        </dl>
        {lacksTree && (
          <p class="bake-problem" role="status" data-testid="bake-lacks-tree">
            This format stores a tree, and the mesh has none{summary.phase === 'building' ? ' yet' : ''}. Build one in the Tree panel, or
            choose a format without a tree.
          </p>
        )}
        {name === 'boxwood' && shown !== null && others.length > 0 && (
          <label class="bake-trees">
            <input type="checkbox" checked={allTrees} onChange={(event) => setAllTrees(event.currentTarget.checked)} />
            Include the {others.length === 1 ? 'other tree' : `${others.length} other trees`} built for this mesh
          </label>
        )}
        {store.baked.value?.document === summary.id && <BakeOutcomeView app={app} />}
      </div>
      <footer>
        <BakeRunning app={app} document={document} />
        <button type="button" class="button" onClick={close}>
          Close
        </button>
        <button
          type="button"
          class="button primary"
          data-testid="bake-run"
          disabled={summary.bake !== null || lacksTree || !store.connected.value}
          onClick={bake}
        >
          Bake
        </button>
      </footer>
    </dialog>
  );
}
