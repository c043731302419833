import { bakeFormats, type BakeTargetName, bakeTargets, type Recipe, recipeOfTargets } from '#core/bake';
import { buildOptions, defaultValues, type FlatChoice, sameValues } from '#core/options';
import type { PageDocument } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { shownTree } from './bake-trees.ts';

/** What the bake panel has chosen. */
export interface BakePlan {
  readonly targets: readonly BakeTargetName[];
  readonly flat: FlatChoice;
  /** The recipe that was opened; `null` for none. Targets that it does not have are baked as usual. */
  readonly opened: Recipe | null;
}

/** Returns the name under which the recipe of a document is saved. */
export function recipeName({ summary }: PageDocument): string {
  return `${summary.name.replace(/\.[^.]*$/, '')}.recipe.json`;
}

/**
 * Returns the recipe of what the panel has chosen. If a target stores a tree, it has the options of the shown tree, unless they are the default ones.
 * While the tree of an opened recipe is built, it has those options.
 */
export function recipeOfPlan(store: Store, document: PageDocument, { targets, flat, opened }: BakePlan): Recipe {
  const usual = recipeOfTargets(targets.join(','));
  const options = isBuildingItsTree(document, opened) ? opened.tree : (shownTree(store, document)?.options ?? null);
  const storesTree = targets.some((target) => bakeFormats[bakeTargets[target].format].hasTree);
  const isDefault = options === null || sameValues(buildOptions, options, defaultValues(buildOptions));
  return {
    targets: usual.targets.map((one) => {
      const stated = opened?.targets.find(({ target }) => target === one.target) ?? one;
      return { ...stated, flat: stated.flat ?? (flat === 'refuse' ? null : flat) };
    }),
    tree: storesTree && !isDefault ? options : null,
  };
}

/** Whether the tree of an opened recipe is still built: the shown tree is an older one. */
export function isBuildingItsTree({ summary }: PageDocument, opened: Recipe | null): opened is Recipe {
  return summary.phase === 'building' && opened !== null && opened.tree !== null;
}

/** Returns the treatment of flat hulls of all targets of a recipe; the default where they differ, so that those that state nothing keep it. */
export function flatOfRecipe({ targets }: Recipe): FlatChoice {
  const [first, ...others] = new Set(targets.map(({ flat }) => flat ?? 'refuse'));
  return first === undefined || others.length > 0 ? 'refuse' : first;
}

/** Whether `--target` and `--flat` state all of a recipe. */
export function isPlainRecipe({ targets, tree }: Recipe, flat: FlatChoice): boolean {
  const usual = recipeOfTargets(targets.map(({ target }) => target).join(','));
  return (
    tree === null &&
    targets.every(({ name, limits, flat: own }, i) => {
      const { name: usualName, limits: usualLimits } = usual.targets[i]!;
      return name === usualName && limits === usualLimits && (own ?? flat) === flat;
    })
  );
}
