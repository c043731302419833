import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type BakeTargetName, parseRecipe, type Recipe, recipeOfTargets, recipeText } from '#core/bake';
import { formatError, toErrorData } from '#core/error';
import type { FlatChoice } from '#core/options';
import type { App } from '../commands/app.ts';
import { copyBakeCommand } from '../commands/copy-command-line.ts';
import { saveText } from '../host/save-file.ts';
import type { PageDocument } from '../state/store/records.ts';

interface BakeRecipeProps {
  readonly app: App;
  readonly document: PageDocument;
  /** Empty for a format alone, which is not part of a recipe. */
  readonly targets: readonly BakeTargetName[];
  readonly flat: FlatChoice;
  readonly onOpen: (targets: readonly BakeTargetName[], flat: FlatChoice) => void;
}

/** Saves the chosen targets as a recipe for the command line, opens one, and copies the command line that bakes them. */
export function BakeRecipe({ app, document, targets, flat, onOpen }: BakeRecipeProps): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const stem = document.summary.name.replace(/\.[^.]*$/, '');
  const save = (): void => {
    const recipe = recipeOfTargets(targets.join(','));
    const chosen = flat === 'refuse' ? recipe : { ...recipe, targets: recipe.targets.map((target) => ({ ...target, flat })) };
    saveText(recipeText(chosen), `${stem}.recipe.json`, 'application/json');
  };
  const open = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    setProblem(null);
    setLeftOut(null);
    try {
      const recipe = parseRecipe(await file.text());
      setLeftOut(leftOutOf(recipe));
      onOpen([...new Set(recipe.targets.map(({ target }) => target))], recipe.targets[0]!.flat ?? 'refuse');
    } catch (thrown) {
      const error = toErrorData(thrown);
      setProblem(formatError({ ...error, location: { ...error.location, file: file.name } }));
    }
    // The same file can be chosen again.
    input.value = '';
  };
  const isEmpty = targets.length === 0;
  return (
    <div class="bake-recipe">
      <div class="row-of-fields">
        <label class="button small" title="Choose the targets of a recipe, and what becomes of flat hulls as its first target has it.">
          Open recipe…
          <input
            type="file"
            accept=".json,application/json"
            class="visually-hidden"
            data-testid="bake-recipe-open"
            onChange={(event) => void open(event.currentTarget)}
          />
        </label>
        <button type="button" class="button small" data-testid="bake-recipe-save" disabled={isEmpty} onClick={save}>
          Save recipe
        </button>
        <button
          type="button"
          class="button small"
          data-testid="bake-copy"
          disabled={isEmpty}
          onClick={() => copyBakeCommand(app, document, targets, flat)}
        >
          Copy command
        </button>
      </div>
      {leftOut !== null && (
        <p class="secondary" role="status" data-testid="bake-recipe-left-out">
          {leftOut}
        </p>
      )}
      {problem !== null && (
        <p class="bake-problem" role="alert" data-testid="bake-recipe-problem">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Returns a sentence about what a recipe states and the panel does not apply; `null` for nothing. */
function leftOutOf({ targets, tree }: Recipe): string | null {
  const [first] = recipeOfTargets(targets[0]!.target).targets;
  const stated = [
    ...(targets.some(({ name }) => name !== first!.name) ? ['names'] : []),
    ...(targets.some(({ limits }) => limits !== first!.limits) ? ['limits'] : []),
    ...(targets.some(({ flat }) => (flat ?? 'refuse') !== (targets[0]!.flat ?? 'refuse')) ? ['flat hulls of single targets'] : []),
    ...(new Set(targets.map(({ target }) => target)).size < targets.length ? ['second files of a target'] : []),
    ...(tree === null ? [] : ['tree options']),
  ];
  return stated.length === 0 ? null : `Used on the command line only: ${stated.join(', ')}.`;
}
