import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type BakeFormatName, bakeFormats, type BakeTargetName, bakeTargets, type Recipe, type RecipeTarget } from '#core/bake';
import { forgetBaked } from '../commands/actions.ts';
import type { App } from '../commands/app.ts';
import { bakeTrees, otherTrees, shownTree } from '../commands/bake-trees.ts';
import { buildTitle } from '../state/documents/build-title.ts';
import type { PageDocument } from '../state/store/records.ts';
import { formatMany } from '../text/format-number.ts';
import { formatExport, targetExport } from '../commands/export-actions.ts';
import { OptionField } from '../panels/option-field.tsx';
import { buildOptions, type BuildOptions, exportOptions, type FlatChoice, sameValues } from '#core/options';
import type { ExportChoice } from '#host-api';
import { type BakePlan, flatOfRecipe, isBuildingItsTree, recipeOfPlan } from '../commands/recipe-actions.ts';
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
  const [opened, setOpened] = useState<Recipe | null>(null);
  useEffect(() => {
    // The result of an earlier bake is in the log.
    if (summary.bake === null) forgetBaked(store);
  }, []);
  const shown = shownTree(store, document);
  const others = otherTrees(store, document);
  const format = bakeFormats[name];
  const targets = target === 'none' ? [] : [target, ...more.filter((other) => other !== target)];
  const formats = targets.length === 0 ? [format] : targets.map((one) => bakeFormats[bakeTargets[one].format]);
  const storesTree = formats.some(({ hasTree }) => hasTree);
  const lacksTree = storesTree && shown === null;
  const waitsForTree = storesTree && isBuildingItsTree(document, opened);
  const plan: BakePlan = { targets, flat, opened };
  const { results, bake, forget } = useBakes(app, document, { name, target, plan, allTrees });
  const choose = (chosen: ChosenTarget): void => {
    forget();
    setTarget(chosen);
    if (chosen !== 'none') setName(bakeTargets[chosen].format);
  };
  const openRecipe = (recipe: Recipe): void => {
    const [first, ...rest] = new Set(recipe.targets.map((one) => one.target));
    choose(first!);
    setMore(rest);
    setOpened(recipe);
    setFlat(flatOfRecipe(recipe));
    showTree(app, document, recipe.tree);
  };
  // Chosen by hand, it holds for all targets.
  const chooseFlat = (value: FlatChoice): void => {
    forget();
    setFlat(value);
    setOpened(opened === null ? null : { ...opened, targets: opened.targets.map((one) => ({ ...one, flat: null })) });
  };
  const chooseFormat = (chosen: BakeFormatName): void => {
    forget();
    setName(chosen);
  };
  const chooseMore = (chosen: readonly BakeTargetName[]): void => {
    forget();
    setMore(chosen);
  };
  return (
    <>
      <div class="bake-body">
        <BakeTargetField app={app} document={document} value={target} onChange={choose} />
        {target === 'none' && <BakeFormatField value={name} onChange={chooseFormat} />}
        {target !== 'none' && <MoreTargets first={target} chosen={more} onChange={chooseMore} />}
        <BakeRecipe app={app} document={document} plan={plan} onOpen={openRecipe} />
        {formats.some(({ shapes }) => shapes !== undefined) && (
          <div class="bake-flat" title={exportOptions.flat.meaning}>
            <OptionField option={exportOptions.flat} name="flat" value={flat} onChange={(value) => chooseFlat(value as FlatChoice)} />
          </div>
        )}
        <FormatFacts name={name} tree={shown} />
        {lacksTree && <LacksTree document={document} />}
        {name === 'boxwood' && shown !== null && others.length > 0 && (
          <label class="bake-trees">
            <input type="checkbox" checked={allTrees} onChange={(event) => setAllTrees(event.currentTarget.checked)} />
            Include the {others.length === 1 ? 'other tree' : `${others.length} other trees`} built for this mesh
          </label>
        )}
      </div>
      <BakeFoot app={app} document={document} format={name} results={results} canBake={!lacksTree && !waitsForTree} onBake={bake} />
    </>
  );
}

interface BakeResults {
  /** Of several targets; else empty. */
  readonly outcomes: readonly TargetOutcome[];
  /** Whether nothing was chosen since the bake began; else its result is in the log only. */
  readonly isOfChoice: boolean;
}

interface BakeFootProps extends BakeFormProps {
  /** The chosen one: a bake of another, which ran when the form was opened, is in the log only. */
  readonly format: BakeFormatName;
  readonly results: BakeResults;
  readonly canBake: boolean;
  readonly onBake: () => void;
}

/** The result of the last bake and the button of the next. It stays in sight while the form scrolls. */
function BakeFoot({ app, document, format, results: { outcomes, isOfChoice }, canBake, onBake }: BakeFootProps): JSX.Element {
  const { store } = app;
  const { summary } = document;
  const baked = store.baked.value;
  const isShown = outcomes.length > 0 || (isOfChoice && baked?.document === summary.id && baked.format === format);
  return (
    <div class="bake-foot">
      {isShown && (
        <div class="bake-status" tabIndex={0} role="group" aria-label="Result of the bake">
          {outcomes.length > 0 ? <TargetOutcomes outcomes={outcomes} /> : <BakeOutcomeView app={app} />}
        </div>
      )}
      <footer>
        <BakeRunning app={app} document={document} />
        <button
          type="button"
          class="button primary"
          data-testid="bake-run"
          disabled={summary.bake !== null || !canBake || !store.connected.value}
          onClick={onBake}
        >
          Bake
        </button>
      </footer>
    </div>
  );
}

function LacksTree({ document: { summary } }: Pick<BakeFormProps, 'document'>): JSX.Element {
  return (
    <p class="bake-problem" role="status" data-testid="bake-lacks-tree">
      This format stores a tree, and the mesh has none{summary.phase === 'building' ? ' yet' : ''}. Build one in the Tree panel, or choose a
      format without a tree.
    </p>
  );
}

/** Builds the tree of a recipe, unless it is shown. */
function showTree({ store, session }: App, document: PageDocument, tree: BuildOptions | null): void {
  const shown = shownTree(store, document);
  const isShown = tree === null || (shown !== null && sameValues(buildOptions, shown.options, tree));
  if (!isShown) void session.rebuild(document.summary.id, tree);
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
  /** Without targets for a format alone. */
  readonly plan: BakePlan;
  readonly allTrees: boolean;
}

/**
 * Returns a function that bakes the choice, several targets one after another, and the results of those. A cancelled one ends the rest. `forget` removes
 * the results, and those of a bake that runs: they belong to another choice.
 */
function useBakes(
  { store, session }: App,
  document: PageDocument,
  { name, target, plan, allTrees }: BakeChoice,
): { readonly results: BakeResults; readonly bake: () => void; readonly forget: () => void } {
  const [outcomes, setOutcomes] = useState<readonly TargetOutcome[]>([]);
  const [isOfChoice, setIsOfChoice] = useState(true);
  const choices = useRef(0);
  const { id } = document.summary;
  const { flat } = plan;
  const bakeAs = (format: BakeFormatName, exporting: ExportChoice | undefined): Promise<void> =>
    session.bake(id, format, bakeTrees(store, document, { format, allTrees }), exporting);
  const bakeFor = (wanted: RecipeTarget): Promise<void> =>
    bakeAs(bakeTargets[wanted.target].format, targetExport(store, document, wanted, flat));
  const bakeAll = async (targets: readonly RecipeTarget[]): Promise<void> => {
    const done: TargetOutcome[] = [];
    const choice = choices.current;
    for (const one of targets) {
      await bakeFor(one);
      const outcome = store.baked.peek();
      if (outcome === null || outcome.document !== id) return;
      done.push({ target: one.target, outcome });
      if (choice === choices.current) setOutcomes([...done]);
      if (!('file' in outcome) && outcome.problem.code === 'cancelled') return;
    }
  };
  const bake = (): void => {
    setOutcomes([]);
    setIsOfChoice(true);
    if (target === 'none') return void bakeAs(name, formatExport(document, name, flat));
    const { targets } = recipeOfPlan(store, document, plan);
    void (targets.length > 1 ? bakeAll(targets) : bakeFor(targets[0]!));
  };
  const forget = (): void => {
    choices.current++;
    setOutcomes([]);
    setIsOfChoice(false);
    if (document.summary.bake === null) forgetBaked(store);
  };
  return { results: { outcomes, isOfChoice }, bake, forget };
}
