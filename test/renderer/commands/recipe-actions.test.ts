import { beforeEach, expect, test } from 'vitest';
import { recipeOfTargets } from '#core/bake/targets/recipe';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { bakeLine } from '../../../renderer/commands/command-lines.ts';
import { flatOfRecipe, isPlainRecipe, isBuildingItsTree, recipeOfPlan } from '../../../renderer/commands/recipe-actions.ts';
import { fakeAppWithBox, type FakeApp } from '../fake-app.ts';

let app: FakeApp;
beforeEach(async () => {
  ({ app } = await fakeAppWithBox());
});

const document = () => app.store.activeDocument.value!;
const named = { ...recipeOfTargets('physx').targets[0]!, name: '{name}-shape', flat: 'skip' } as const;

test('targets without an opened recipe have the usual names and the chosen treatment of flat hulls', () => {
  const plan = { targets: ['physx', 'jolt'], flat: 'skip', opened: null } as const;
  const recipe = recipeOfPlan(app.store, document(), plan);
  expect(recipe.targets.map(({ target, flat }) => [target, flat])).toEqual([
    ['physx', 'skip'],
    ['jolt', 'skip'],
  ]);
  expect(recipe.tree).toBeNull();
  expect(isPlainRecipe(recipe, 'skip')).toBe(true);
  expect(isPlainRecipe(recipe, 'refuse')).toBe(false);
  expect(bakeLine(app.store, document(), plan)).toBe('boxwood bake box.obj --target physx,jolt -o baked --flat skip');
});

test('targets of an opened recipe keep what it states, also when others are added', () => {
  const plan = { targets: ['jolt', 'physx'], flat: 'refuse', opened: { targets: [named], tree: null } } as const;
  const recipe = recipeOfPlan(app.store, document(), plan);
  expect(recipe.targets).toEqual([recipeOfTargets('jolt').targets[0], named]);
  expect(bakeLine(app.store, document(), plan)).toBe('boxwood bake box.obj --recipe box.recipe.json -o baked');
});

test('a recipe has the options of the shown tree where a target stores it and they are not the default ones', async () => {
  const options = { ...defaultValues(buildOptions), leafTriangles: 2 };
  await app.session.rebuild(document().summary.id, options);
  const treeOf = (target: 'boxwood' | 'unreal') =>
    recipeOfPlan(app.store, document(), { targets: [target], flat: 'refuse', opened: null }).tree;
  expect(treeOf('boxwood')).toEqual(options);
  expect(treeOf('unreal')).toBeNull();
});

test('targets of a recipe that state no treatment of flat hulls keep the default next to one that does', () => {
  const mixed = { targets: [named, recipeOfTargets('jolt-shapes').targets[0]!], tree: null };
  const flat = flatOfRecipe(mixed);
  const { targets } = recipeOfPlan(app.store, document(), { targets: ['physx', 'jolt-shapes'], flat, opened: mixed });
  expect(targets).toEqual(mixed.targets);
  expect(flatOfRecipe({ targets: [named], tree: null })).toBe('skip');
});

test('a recipe has the tree of the opened one while that is built, and a bake waits for it', () => {
  const tree = { ...defaultValues(buildOptions), leafTriangles: 3 };
  const plan = { targets: ['boxwood'], flat: 'refuse', opened: { ...recipeOfTargets('boxwood'), tree } } as const;
  const { summary } = document();
  const building = { ...document(), summary: { ...summary, phase: 'building' as const } };
  expect(isBuildingItsTree(building, plan.opened)).toBe(true);
  expect(recipeOfPlan(app.store, building, plan).tree).toEqual(tree);
  // Another tree that is built later by hand is the shown one.
  expect(isBuildingItsTree(document(), plan.opened)).toBe(false);
  expect(recipeOfPlan(app.store, document(), plan).tree).toBeNull();
  expect(isBuildingItsTree(building, null)).toBe(false);
});
