import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { bakeFormatNames, bakeFormats, type BakeFormatName } from '#core/bake/bake-formats';
import { formatError } from '#core/error';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { buildTitle } from '../../state/build-title.ts';
import type { OpenDocument } from '../../state/records.ts';
import { formatMany } from '../format-number.ts';
import { Icon } from '../icon.tsx';
import { BakeResult } from './bake-result.tsx';

/** File > Bake: which format, what it keeps and what is lost, which trees. The work goes on when it is closed. */
export function BakeDialog({ app }: { app: App }): JSX.Element | null {
  const document = app.store.activeDocument.value;
  return app.shell.bakeOpen.value && document !== null ? <Dialog app={app} document={document} /> : null;
}

function Dialog({ app, document }: { app: App; document: OpenDocument }): JSX.Element {
  const { store, session, shell } = app;
  const { summary } = document;
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState<BakeFormatName>('boxwood');
  const [allTrees, setAllTrees] = useState(false);
  useEffect(() => {
    // What became of an earlier bake is in the log.
    if (summary.bake === null) store.baked.value = null;
    dialog.current?.showModal();
    // It also goes when its document does.
    return () => void (shell.bakeOpen.value = false);
  }, []);
  const close = (): void => void (shell.bakeOpen.value = false);
  const shown = store.activeTree.value?.summary ?? null;
  const others = summary.trees.filter(({ id }) => id !== shown?.id);
  const format = bakeFormats[name];
  const bake = (): void => {
    if (shown === null) return;
    const trees = name === 'boxwood' && allTrees ? [shown, ...others] : [shown];
    void session.bake(summary.id, name, format.hasTree ? trees : []);
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
        <Formats value={name} onChange={setName} />
        <dl data-testid="bake-format">
          <dt>Keeps</dt>
          <dd>{format.keeps}</dd>
          <dt>Loses</dt>
          <dd>{format.loses}</dd>
          {format.hasTree && shown !== null && [
            <dt key="name">Tree</dt>,
            <dd key="tree">
              The one shown: {buildTitle(shown.options)}, {formatMany(shown.statistics.nodes, 'node')}.
            </dd>,
          ]}
        </dl>
        {name === 'boxwood' && others.length > 0 && (
          <label class="bake-trees">
            <input type="checkbox" checked={allTrees} onChange={(event) => setAllTrees(event.currentTarget.checked)} />
            With the {others.length === 1 ? 'other tree' : `${others.length} other trees`} built for this mesh
          </label>
        )}
        {store.baked.value?.document === summary.id && <Outcome app={app} />}
      </div>
      <footer>
        <Running app={app} document={document} />
        <button type="button" class="button" onClick={close}>
          Close
        </button>
        <button type="button" class="button primary" data-testid="bake-run" disabled={summary.bake !== null || shown === null || !store.connected.value} onClick={bake}>
          Bake
        </button>
      </footer>
    </dialog>
  );
}

function Formats({ value, onChange }: { value: BakeFormatName; onChange: (name: BakeFormatName) => void }): JSX.Element {
  return (
    <fieldset>
      <legend>Format</legend>
      {bakeFormatNames.map((name) => (
        <label key={name}>
          <input type="radio" name="bake-format" value={name} checked={name === value} onChange={() => onChange(name)} />
          <span>{bakeFormats[name].title}</span>
          <span class="quiet">.{bakeFormats[name].extension}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Outcome({ app: { store, session } }: { app: App }): JSX.Element | null {
  const outcome = store.baked.value;
  if (outcome === null) return null;
  if ('file' in outcome) return <BakeResult file={outcome.file} onSave={() => session.saveAgain(outcome.file)} />;
  return (
    <p class="bake-problem" role="alert" data-testid="bake-problem">
      {outcome.problem.code === 'cancelled' ? 'Cancelled: nothing was written.' : formatError(outcome.problem)}
    </p>
  );
}

function Running({ app, document: { summary } }: { app: App; document: OpenDocument }): JSX.Element | null {
  if (summary.bake === null) return null;
  const { step, fraction } = summary.bake;
  const text = step === 'baking' ? 'Baking' : 'Reading back and verifying';
  return (
    <span class="bake-running" role="status">
      {text}
      <progress class="progress-bar" max={100} value={Math.floor(100 * fraction)} aria-label={text} />
      <button type="button" class="button small" onClick={() => runCommand(app, 'cancel')}>
        Cancel
      </button>
    </span>
  );
}
