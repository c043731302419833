import { expect, test } from 'vitest';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTitle } from '../../../../renderer/state/documents/build-title.ts';

const options = defaultValues(buildOptions);
const { split, kind } = buildOptions;

test('a tree is called by its own split and kind, each by another name', () => {
  expect(buildTitle(options)).toBe('SAH, binned, leaf 4');
  const splits = Object.keys(split.choices).map((name) => buildTitle({ ...options, split: name as typeof options.split }));
  const kinds = Object.keys(kind.choices).map((name) => buildTitle({ ...options, kind: name as typeof options.kind }));
  expect(new Set(splits).size).toBe(Object.keys(split.choices).length);
  expect(new Set(kinds).size).toBe(Object.keys(kind.choices).length);
  expect(splits.filter((title) => /median/.test(title)).length).toBe(1);
});

test('limits that are set belong to the name', () => {
  expect(buildTitle({ ...options, split: 'median', maxDepth: 20, minExtent: 5 })).toBe('median, leaf 4, depth 20, box 5');
});
