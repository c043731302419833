import { InspectorError } from '../../error.ts';
import { buildOptions, type BuildOptions } from '../../options/build-options.ts';
import { exportOptions, type FlatChoice } from '../../options/export-options.ts';
import { checkValues } from '../../options/option.ts';
import { bakeTargetNames, type BakeTargetName, isBakeTarget, targetFileName } from './bake-targets.ts';

/** How the files of a pipeline are baked; `resources/schemas/recipe.schema.json` describes the file. */
export interface Recipe {
  readonly targets: readonly RecipeTarget[];
  /** Options of the trees, in place of the defaults; `null` for the trees of the file or a default one. */
  readonly tree: BuildOptions | null;
}

export interface RecipeTarget {
  readonly target: BakeTargetName;
  /** Name of the file without its extension: `{name}` is that of the mesh file, `{target}` the target. May have folders. */
  readonly name: string;
  /** Whether a limit that is exceeded is an error; otherwise it is only reported. */
  readonly limits: 'refuse' | 'report';
  /** What becomes of flat hulls; `null` where the recipe states nothing. */
  readonly flat: FlatChoice | null;
}

const version = 1;

/** The name of the files of a target that states none. */
export const usualName = '{name}.{target}';

/** Returns the name of the file of a target, with its folders and extension, for a mesh file of a name without extension. */
export function recipeFileName({ target, name }: RecipeTarget, stem: string): string {
  return targetFileName(name.replaceAll('{name}', () => stem).replaceAll('{target}', target), target);
}

/** Returns the recipe of target names, separated by commas. @throws InspectorError `invalid-argument` for an unknown name. */
export function recipeOfTargets(list: string): Recipe {
  const names = list.split(',').map((name) => name.trim());
  const targets = names.map((name): RecipeTarget => {
    if (!isBakeTarget(name))
      throw new InspectorError({
        code: 'invalid-argument',
        message: `Unknown target "${name}"`,
        fix: `Known targets: ${bakeTargetNames.join(', ')}`,
        location: {},
      });
    return { target: name, name: usualName, limits: 'refuse', flat: null };
  });
  return { targets, tree: null };
}

/**
 * Reads the text of a recipe.
 * @throws InspectorError `malformed` with the JSON pointer of the error.
 */
export function parseRecipe(text: string): Recipe {
  const root = objectAt(parseJson(text), '');
  if (root['recipe'] !== version) throw malformed('/recipe', `The version of the recipe is not ${version}`, `Write "recipe": ${version}`);
  refuseUnknown(root, ['$schema', 'recipe', 'targets', 'tree', 'name', 'flat'], '');
  const name = nameAt(root['name'] ?? usualName, '/name');
  const flat = flatAt(root['flat'], '/flat');
  const { targets } = root;
  if (!Array.isArray(targets) || targets.length === 0)
    throw malformed('/targets', 'A recipe needs a list of targets', 'Write "targets": ["physx"]');
  const read = targets.map((one: unknown, i) => targetAt(one, { name, flat }, `/targets/${i}`));
  const tree = root['tree'] === undefined ? null : treeAt(objectAt(root['tree'], '/tree'));
  return { targets: read, tree };
}

/** Returns the text of a recipe, which `parseRecipe` reads as the same recipe. */
export function recipeText({ targets, tree }: Recipe): string {
  const written = targets.map(({ target, name, limits, flat }) => {
    const own = { ...(name !== usualName && { name }), ...(limits !== 'refuse' && { limits }), ...(flat !== null && { flat }) };
    return Object.keys(own).length === 0 ? target : { target, ...own };
  });
  return `${JSON.stringify({ recipe: version, targets: written, ...(tree !== null && { tree }) }, null, 2)}\n`;
}

function targetAt(value: unknown, usual: Pick<RecipeTarget, 'name' | 'flat'>, pointer: string): RecipeTarget {
  const given = typeof value === 'string' ? { target: value } : objectAt(value, pointer);
  refuseUnknown(given, ['target', 'name', 'limits', 'flat'], pointer);
  const target: unknown = given['target'];
  if (typeof target !== 'string' || !isBakeTarget(target))
    throw malformed(`${pointer}/target`, `${JSON.stringify(target)} is not a target`, `Known targets: ${bakeTargetNames.join(', ')}`);
  const limits = given['limits'] ?? 'refuse';
  if (limits !== 'refuse' && limits !== 'report')
    throw malformed(`${pointer}/limits`, `${JSON.stringify(limits)} is not a way to treat limits`, 'Write "refuse" or "report"');
  return {
    target,
    name: given['name'] === undefined ? usual.name : nameAt(given['name'], `${pointer}/name`),
    limits,
    flat: given['flat'] === undefined ? usual.flat : flatAt(given['flat'], `${pointer}/flat`),
  };
}

function flatAt(value: unknown, pointer: string): FlatChoice | null {
  if (value === undefined) return null;
  const choices = Object.keys(exportOptions.flat.choices) as readonly FlatChoice[]; // the names of the choices
  const choice = choices.find((name) => name === value);
  if (choice === undefined)
    throw malformed(pointer, `${JSON.stringify(value)} is not a way to treat flat hulls`, `Write one of: ${choices.join(', ')}`);
  return choice;
}

/** A name stays inside the output folder. */
function nameAt(value: unknown, pointer: string): string {
  const isName = typeof value === 'string' && value !== '' && !/^[\\/]|(^|[\\/])\.\.([\\/]|$)|^[a-z]:/i.test(value);
  if (!isName)
    throw malformed(pointer, `${JSON.stringify(value)} is not a file name inside the output folder`, `Write a name such as "${usualName}"`);
  const unknown = [...value.matchAll(/\{([^}]*)\}/g)].find(([, word]) => word !== 'name' && word !== 'target');
  if (unknown !== undefined) throw malformed(pointer, `Unknown placeholder ${unknown[0]}`, 'Use {name} and {target}');
  return value;
}

function treeAt(given: JsonObject): BuildOptions {
  try {
    return checkValues(buildOptions, given);
  } catch (thrown) {
    if (thrown instanceof InspectorError) throw malformed('/tree', thrown.message, thrown.fix);
    throw thrown;
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('', 'The recipe is not JSON', 'Correct the text; see resources/schemas/recipe.schema.json');
  }
}

function objectAt(value: unknown, pointer: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject; // Its values are checked.
  throw malformed(pointer, 'Expected an object', 'See resources/schemas/recipe.schema.json');
}

function refuseUnknown(object: JsonObject, known: readonly string[], pointer: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw malformed(`${pointer}/${unknown}`, `Unknown member "${unknown}" in a recipe`, `Known here: ${known.join(', ')}`);
}

function malformed(pointer: string, message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'malformed', message, fix, location: { pointer } });
}
