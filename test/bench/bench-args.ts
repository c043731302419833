import { parseArgs } from 'node:util';
import { benchMeshNames, type BenchMeshName } from './bench-mesh.ts';
import type { BenchTask } from './bench-task.ts';

export interface BenchArgs {
  readonly tasks: readonly BenchTask[];
  readonly meshes: readonly BenchMeshName[];
  readonly rounds: number;
  /** File for the rows as JSON. */
  readonly json: string | null;
  /** Whether the rows go to the history. */
  readonly record: boolean;
  /** Whether the comparison of ABB-2010 is measured instead of the tasks; a whole run that is recorded has it too. */
  readonly article: boolean;
  /** Whether only the tables of the manual are written from the newest record. */
  readonly manual: boolean;
}

export const benchUsage = `npm run bench -- [--task NAME,…] [--mesh ${benchMeshNames.join(',')}] [--rounds N] [--json FILE] [--record] | --article | --manual`;

/**
 * Reads the arguments of `npm run bench`.
 * @throws Error with one line.
 */
export function parseBenchArgs(args: readonly string[], known: readonly BenchTask[]): BenchArgs {
  const text = { type: 'string' } as const;
  const list = { type: 'string', multiple: true } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { task: list, mesh: list, rounds: text, json: text, record: flag, article: flag, manual: flag },
  });
  const rounds = Number(values.rounds ?? 7);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds cannot be ${values.rounds}: use a whole number of 1 or more`);
  const names = known.map(({ name }) => name);
  const tasks = chosen('--task', values.task, names);
  const meshes = chosen('--mesh', values.mesh, benchMeshNames);
  const { json = null, record, article, manual } = values;
  if ((article || manual) && args.length > 1) throw new Error(`--${article ? 'article' : 'manual'} takes no other flag`);
  if (record && (tasks.length < names.length || meshes.length < benchMeshNames.length || rounds < 7)) {
    throw new Error('--record needs a whole run: remove --task, --mesh and --rounds');
  }
  return { tasks: known.filter(({ name }) => tasks.includes(name)), meshes, rounds, json, record, article, manual };
}

function chosen<Name extends string>(flag: string, given: readonly string[] | undefined, known: readonly Name[]): readonly Name[] {
  const wanted = given?.flatMap((text) => text.split(',')) ?? known;
  for (const name of wanted)
    if (!known.some((other) => other === name)) throw new Error(`Unknown ${flag} ${name}. Known: ${known.join(', ')}`);
  return known.filter((name) => wanted.includes(name));
}
