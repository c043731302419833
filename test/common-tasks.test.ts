import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commonTasks } from './e2e/common-tasks.ts';

const folder = join(import.meta.dirname, 'e2e');

/** The tasks in the titles of tests: the arguments of `doing`. */
function tasksOf(files: RegExp): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(folder).filter((file) => files.test(file))) {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, list] of text.matchAll(/\bdoing\(([^)]*)\)/g)) for (const [, task] of list!.matchAll(/'([^']+)'/g)) found.add(task!);
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
