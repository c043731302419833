import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type BakeFormatName, bakeFormats, bakeTargets } from '#core/bake';
import { forgetBaked } from '../commands/actions.ts';
import type { App } from '../commands/app.ts';
import { bakeTrees, otherTrees, shownTree } from '../commands/bake-trees.ts';
import { buildTitle } from '../state/documents/build-title.ts';
import type { PageDocument } from '../state/store/records.ts';
import { formatMany } from '../text/format-number.ts';
import { targetExport } from '../commands/export-actions.ts';
import { BakeTargetField, type ChosenTarget } from './bake-target-field.tsx';
import { BakeFormatField } from './bake-format-field.tsx';
import { BakeOutcomeView } from './bake-result.tsx';
import { BakeRunning } from './bake-running.tsx';

interface BakeFormProps {
  readonly app: App;
  readonly document: PageDocument;
}

/** The format of a bake, what it keeps and loses, which trees to include, and the result. A bake continues when the form is closed. */
export function BakeForm({ app, document }: BakeFormProps): JSX.Element {
  const { store, session } = app;
  const { summary } = document;
  const [name, setName] = useState<BakeFormatName>('boxwood');
  const [target, setTarget] = useState<ChosenTarget>('none');
  const [allTrees, setAllTrees] = useState(false);
  useEffect(() => {
    // The result of an earlier bake is in the log.
    if (summary.bake === null) forgetBaked(store);
  }, []);
  const shown = shownTree(store, document);
  const others = otherTrees(store, document);
  const format = bakeFormats[name];
  const lacksTree = format.hasTree && shown === null;
  const choose = (chosen: ChosenTarget): void => {
    setTarget(chosen);
    if (chosen !== 'none') setName(bakeTargets[chosen].format);
  };
  const bake = (): void => {
    const trees = bakeTrees(store, document, { format: name, allTrees });
    const exporting = target === 'none' ? undefined : targetExport(store, document, target);
    void session.bake(summary.id, name, trees, exporting);
  };
  return (
    <>
      <div class="bake-body">
        <BakeTargetField app={app} document={document} value={target} onChange={choose} />
        {target === 'none' && <BakeFormatField value={name} onChange={setName} />}
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
    </>
  );
}
