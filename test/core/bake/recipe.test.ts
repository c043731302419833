import { expect, it } from 'vitest';
import { parseRecipe, type Recipe, recipeFileName, recipeOfTargets, recipeText } from '#core/bake/targets/recipe';
import { bakeTargetNames } from '#core/bake/targets/bake-targets';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';

const plain = recipeOfTargets(bakeTargetNames.join(','));
const all: Recipe = {
  targets: plain.targets.map((target, i) => ({
    ...target,
    name: i % 2 === 0 ? target.name : `parts/{name}_{target}_${i}`,
    limits: i % 3 === 0 ? 'report' : 'refuse',
    flat: ([null, 'skip', 'refuse'] as const)[i % 3]!,
  })),
  tree: { ...defaultValues(buildOptions), leafTriangles: 7 },
};

it.each([
  ['of names alone', plain],
  ['of names, limits, flat hulls and a tree', all],
])('a recipe %s is read as it was written', (_, recipe) => {
  expect(parseRecipe(recipeText(recipe))).toEqual(recipe);
});

it('the name of a file has the name of the mesh, the target and its extension', () => {
  const [jolt] = recipeOfTargets('jolt-shapes').targets;
  expect(recipeFileName(jolt!, 'ball')).toBe('ball.jolt-shapes.shapes.tof');
  // Not the whole match, as in a replacement text.
  expect(recipeFileName({ ...jolt!, name: 'a/{target}/{name}' }, 'b$&d')).toBe('a/jolt-shapes/b$&d.shapes.tof');
});
