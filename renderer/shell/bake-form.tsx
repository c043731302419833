import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type BakeFormatName, bakeFormats, type BakeTargetName, bakeTargets } from '#core/bake';
import { forgetBaked } from '../commands/actions.ts';
import type { App } from '../commands/app.ts';
import { bakeTrees, otherTrees, shownTree } from '../commands/bake-trees.ts';
import { buildTitle } from '../state/documents/build-title.ts';
import type { PageDocument } from '../state/store/records.ts';
import { formatMany } from '../text/format-number.ts';
import { formatExport, targetExport } from '../commands/export-actions.ts';
import { OptionField } from '../panels/option-field.tsx';
import { exportOptions, type FlatChoice } from '#core/options';
import { MoreTargets, type TargetOutcome, TargetOutcomes } from './bake-more-targets.tsx';
import { BakeRecipe } from './bake-recipe.tsx';
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
  const { store } = app;
  const { summary } = document;
  const [name, setName] = useState<BakeFormatName>('boxwood');
  const [target, setTarget] = useState<ChosenTarget>('none');
  const [allTrees, setAllTrees] = useState(false);
  const [flat, setFlat] = useState<FlatChoice>('refuse');
  const [more, setMore] = useState<readonly BakeTargetName[]>([]);
  useEffect(() => {
    // The result of an earlier bake is in the log.
    if (summary.bake === null) forgetBaked(store);
  }, []);
  const shown = shownTree(store, document);
  const others = otherTrees(store, document);
  const format = bakeFormats[name];
  const targets = target === 'none' ? [] : [target, ...more.filter((other) => other !== target)];
  const formats = targets.length === 0 ? [format] : targets.map((one) => bakeFormats[bakeTargets[one].format]);
  const lacksTree = formats.some(({ hasTree }) => hasTree) && shown === null;
  const choose = (chosen: ChosenTarget): void => {
    setTarget(chosen);
    if (chosen !== 'none') setName(bakeTargets[chosen].format);
  };
  const openRecipe = ([first, ...rest]: readonly BakeTargetName[], wanted: FlatChoice): void => {
    choose(first ?? 'none');
    setMore(rest);
    setFlat(wanted);
  };
  const { outcomes, bake } = useBakes(app, document, { name, target, targets, allTrees, flat });
  return (
    <>
      <div class="bake-body">
        <BakeTargetField app={app} document={document} value={target} onChange={choose} />
        {target === 'none' && <BakeFormatField value={name} onChange={setName} />}
        {target !== 'none' && <MoreTargets first={target} chosen={more} onChange={setMore} />}
        <BakeRecipe app={app} document={document} targets={targets} flat={flat} onOpen={openRecipe} />
        {formats.some(({ shapes }) => shapes !== undefined) && (
          <div class="bake-flat" title={exportOptions.flat.meaning}>
            <OptionField option={exportOptions.flat} name="flat" value={flat} onChange={(value) => setFlat(value as FlatChoice)} />
          </div>
        )}
        <FormatFacts name={name} tree={shown} />
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
        {outcomes.length > 0 && <TargetOutcomes outcomes={outcomes} />}
        {outcomes.length === 0 && store.baked.value?.document === summary.id && <BakeOutcomeView app={app} />}
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

/** What a format keeps and loses, and the tree that it stores. */
function FormatFacts({ name, tree }: { name: BakeFormatName; tree: ReturnType<typeof shownTree> }): JSX.Element {
  const format = bakeFormats[name];
  return (
    <dl data-testid="bake-format">
      <dt>Keeps</dt>
      <dd>{format.keeps}</dd>
      <dt>Loses</dt>
      <dd>{format.loses}</dd>
      {format.hasTree &&
        tree !== null && [
          <dt key="name">Tree</dt>,
          <dd key="tree">
            {buildTitle(tree.options)}, {formatMany(tree.statistics.nodes, 'node')}
          </dd>,
        ]}
    </dl>
  );
}

interface BakeChoice {
  readonly name: BakeFormatName;
  readonly target: ChosenTarget;
  /** With the further ones; empty for a format alone. */
  readonly targets: readonly BakeTargetName[];
  readonly allTrees: boolean;
  readonly flat: FlatChoice;
}

/** Returns a function that bakes the choice, several targets one after another, and the results of those. A cancelled one ends the rest. */
function useBakes(
  { store, session }: App,
  document: PageDocument,
  { name, target, targets, allTrees, flat }: BakeChoice,
): { readonly outcomes: readonly TargetOutcome[]; readonly bake: () => void } {
  const [outcomes, setOutcomes] = useState<readonly TargetOutcome[]>([]);
  const { id } = document.summary;
  const bakeOne = (one: ChosenTarget): Promise<void> => {
    const written = one === 'none' ? name : bakeTargets[one].format;
    const trees = bakeTrees(store, document, { format: written, allTrees });
    const exporting = one === 'none' ? formatExport(document, written, flat) : targetExport(store, document, one, flat);
    return session.bake(id, written, trees, exporting);
  };
  const bakeAll = async (): Promise<void> => {
    const done: TargetOutcome[] = [];
    for (const one of targets) {
      await bakeOne(one);
      const outcome = store.baked.peek();
      if (outcome === null || outcome.document !== id) return;
      done.push({ target: one, outcome });
      setOutcomes([...done]);
      if (!('file' in outcome) && outcome.problem.code === 'cancelled') return;
    }
  };
  const bake = (): void => {
    setOutcomes([]);
    void (targets.length > 1 ? bakeAll() : bakeOne(target));
  };
  return { outcomes, bake };
}
