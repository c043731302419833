import { invalidArgument } from '#core/error';
import type { Shard } from './shard.ts';

/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A scheduler whose array jobs set an index. */
interface Scheduler {
  readonly name: string;
  /** Variable of the index. */
  readonly index: string;
  /** Returns the shard. @throws InspectorError `invalid-argument`. */
  readonly shard: (environment: Environment) => Shard;
}

const schedulers: readonly Scheduler[] = [
  { name: 'Slurm', index: 'SLURM_ARRAY_TASK_ID', shard: slurmShard },
  counted('Kubernetes', 'JOB_COMPLETION_INDEX', ['JOB_COMPLETIONS', 'JOB_COMPLETION_COUNT'], 0),
  counted('AWS Batch', 'AWS_BATCH_JOB_ARRAY_INDEX', ['AWS_BATCH_JOB_ARRAY_SIZE'], 0),
  { name: 'GitLab or Heroku', index: 'CI_NODE_INDEX', shard: nodeShard },
  counted('Buildkite', 'BUILDKITE_PARALLEL_JOB', ['BUILDKITE_PARALLEL_JOB_COUNT'], 0),
  counted('CircleCI', 'CIRCLE_NODE_INDEX', ['CIRCLE_NODE_TOTAL'], 0),
];

/**
 * Returns the shard that the scheduler of this process set: `--shard auto`.
 * @throws InspectorError `invalid-argument` without a scheduler, with several, for an array with holes, or for an index out of range.
 */
export function autoShard(environment: Environment): Shard {
  const found = schedulers.filter(({ index }) => (environment[index] ?? '') !== '');
  if (found.length === 0)
    throw invalidArgument(
      '--shard auto found no array job',
      `Set one of ${schedulers.map(({ index }) => index).join(', ')}, or give --shard 2/8`,
    );
  if (found.length > 1)
    throw invalidArgument(
      `--shard auto found several array jobs: ${found.map(({ index }) => index).join(', ')}`,
      'Give the shard: --shard 2/8',
    );
  return found[0]!.shard(environment);
}

/** A scheduler that sets an index from `first` on and the number of tasks, in one of several variables. */
function counted(name: string, index: string, totals: readonly string[], first: 0 | 1): Scheduler {
  return {
    name,
    index,
    shard: (environment) => {
      const total = totals.find((variable) => (environment[variable] ?? '') !== '');
      if (total === undefined)
        throw invalidArgument(
          `${name} set ${index}, but not ${totals[0]!}`,
          `Set ${totals[0]!} to the number of tasks, or give --shard 2/8`,
        );
      return shardFrom(environment, index, total, first);
    },
  };
}

function shardFrom(environment: Environment, index: string, total: string, first: 0 | 1): Shard {
  const number = integer(environment, index) - first + 1;
  const count = integer(environment, total);
  if (number >= 1 && number <= count) return { number, count };
  throw invalidArgument(
    `${index} is ${environment[index]!}, which is not from ${first} to ${count - 1 + first} (${total} is ${environment[total]!})`,
    'Check the variables of the job, or give --shard 2/8',
  );
}

/** GitLab counts from 1, Heroku from 0. Index 0 without a mark of Heroku is refused: shards could be doubled and missing without a notice. */
function nodeShard(environment: Environment): Shard {
  if ((environment['CI_NODE_TOTAL'] ?? '') === '')
    throw invalidArgument('CI_NODE_INDEX is set, but not CI_NODE_TOTAL', 'Set CI_NODE_TOTAL to the number of jobs, or give --shard 2/8');
  const isHeroku = environment['HEROKU_TEST_RUN_ID'] !== undefined && environment['GITLAB_CI'] === undefined;
  return shardFrom(environment, 'CI_NODE_INDEX', 'CI_NODE_TOTAL', isHeroku ? 0 : 1);
}

/** Slurm sets the index, and the first, last, step and number of all of them. `--array=1,3,7` and others without one step have holes. */
function slurmShard(environment: Environment): Shard {
  const missing = ['SLURM_ARRAY_TASK_COUNT', 'SLURM_ARRAY_TASK_MIN', 'SLURM_ARRAY_TASK_MAX'].filter(
    (variable) => (environment[variable] ?? '') === '',
  );
  if (missing.length > 0)
    throw invalidArgument(`Slurm set SLURM_ARRAY_TASK_ID, but not ${missing.join(', ')}`, 'Give the shard: --shard 2/8');
  const task = integer(environment, 'SLURM_ARRAY_TASK_ID');
  const count = integer(environment, 'SLURM_ARRAY_TASK_COUNT');
  const min = integer(environment, 'SLURM_ARRAY_TASK_MIN');
  const max = integer(environment, 'SLURM_ARRAY_TASK_MAX');
  // Before Slurm 19 a list without a step has none.
  const step = (environment['SLURM_ARRAY_TASK_STEP'] ?? '') === '' ? 1 : Math.max(1, integer(environment, 'SLURM_ARRAY_TASK_STEP'));
  const number = (task - min) / step + 1;
  if ((max - min) / step + 1 !== count || !Number.isInteger(number) || number < 1 || number > count) {
    throw invalidArgument(
      `The Slurm array has holes: ${count} ${count === 1 ? 'task' : 'tasks'} from ${min} to ${max} by steps of ${step}, of which this is ${task}`,
      'Submit it as --array=1-8 or --array=0-14:2, or give --shard 2/8',
    );
  }
  return { number, count };
}

function integer(environment: Environment, variable: string): number {
  const text = environment[variable]!;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw invalidArgument(
    `${variable} is ${JSON.stringify(text)}, which is not a whole number`,
    'Check the variables of the job, or give --shard 2/8',
  );
}
