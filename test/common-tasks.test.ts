import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commonTasks } from './e2e/common-tasks.ts';

const folder = join(import.meta.dirname, 'e2e');

/** What keeps a test of a file from being run, or all others: as a method (`test.skip`, `describe.only`, `context.skip`) or as an option. */
const leftOut = /\.(skip|skipIf|runIf|todo|only|fails)\b|\b(skip|todo|only|fails):/;

/** The tasks in the titles of tests that run: the arguments of `doing` in `test(doing(…), …)`. Fails if the files leave tests out. */
function tasksOf(files: RegExp): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(folder).filter((file) => files.test(file))) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(leftOut.exec(text)?.[0], `${name} leaves tests out`).toBeUndefined();
    for (const [, list] of text.matchAll(/(?<![\w.])test\(doing\(([^)]*)\)/g))
      for (const [, task] of list!.matchAll(/'([^']+)'/g)) found.add(task!);
  }
  return found;
}

describe('the twenty most common tasks', () => {
  test.each([
    ['mouse', /^mouse.*\.test\.ts$/],
    ['keyboard', /^keyboard.*\.test\.ts$/],
  ] as const)('are each done by %s', (_, files) => {
    expect(commonTasks).toHaveLength(20);
    const done = tasksOf(files);
    expect(commonTasks.filter((task) => !done.has(task))).toEqual([]);
  });
});
