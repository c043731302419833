import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { parseRecipe, type Recipe, recipeText } from '#core/bake';
import { formatError, toErrorData } from '#core/error';
import type { App } from '../commands/app.ts';
import { copyBakeCommand } from '../commands/copy-command-line.ts';
import { type BakePlan, recipeName, recipeOfPlan } from '../commands/recipe-actions.ts';
import { saveText } from '../host/save-file.ts';
import type { PageDocument } from '../state/store/records.ts';

interface BakeRecipeProps {
  readonly app: App;
  readonly document: PageDocument;
  /** Without targets for a format alone, which is not part of a recipe. */
  readonly plan: BakePlan;
  readonly onOpen: (recipe: Recipe) => void;
}

/** Saves the chosen targets as a recipe for the command line, opens one, and copies the command line that bakes them. */
export function BakeRecipe({ app, document, plan, onOpen }: BakeRecipeProps): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const save = (): void => saveText(recipeText(recipeOfPlan(app.store, document, plan)), recipeName(document), 'application/json');
  const open = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    setProblem(null);
    setLeftOut(null);
    try {
      const recipe = parseRecipe(await file.text());
      setLeftOut(leftOutOf(recipe));
      onOpen(recipe);
    } catch (thrown) {
      const error = toErrorData(thrown);
      setProblem(formatError({ ...error, location: { ...error.location, file: file.name } }));
    }
    // The same file can be chosen again.
    input.value = '';
  };
  const isEmpty = plan.targets.length === 0;
  return (
    <div class="bake-recipe">
      <div class="row-of-fields">
        <label class="button small" title="Choose the targets of a recipe, their names, flat hulls and tree.">
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
          title="Copy the command line that bakes these targets. It reads the saved recipe if that states more than targets."
          disabled={isEmpty}
          onClick={() => copyBakeCommand(app, document, plan)}
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
function leftOutOf({ targets }: Recipe): string | null {
  const stated = [
    ...(targets.some(({ name }) => /[\\/]/.test(name)) ? ['folders in names'] : []),
    ...(targets.some(({ limits }) => limits === 'report') ? ['limits'] : []),
    ...(new Set(targets.map(({ target }) => target)).size < targets.length ? ['second files of a target'] : []),
  ];
  return stated.length === 0 ? null : `Used on the command line only: ${stated.join(', ')}.`;
}
