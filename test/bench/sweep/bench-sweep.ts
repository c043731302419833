/**
 * `npm run bench:sweep`: why the time of a step of sweep and prune grows faster than the number of boxes. Needs a C++ compiler and valgrind, and takes some
 * minutes.
 */
import { cacheCounts, nativeSteps, scriptSteps, sweepProgram } from './sweep-cache.ts';

const counts = [1000, 2500, 5000, 12_500, 25_000, 50_000, 100_000] as const;
/** Steps that are timed; the fastest counts, since other programs run too. */
const timedSteps = 25;
/** Boxes whose records are spread over the memory of 100,000. */
const spreadCount = 12_500;
const spread = 8;

const program = sweepProgram();
print([
  'boxes',
  'keys compared',
  'moved',
  'entries',
  'tests',
  'pairs',
  'instructions',
  'mispredictions',
  'accesses',
  'misses of 32 KiB',
  'of 1 MiB',
  'ns',
]);
for (const count of counts) row(count, 1);
print(['the same with records spread over eight times the memory']);
row(spreadCount, spread);

/** Prints counts and time for each box of a later step. */
function row(count: number, spreadBy: number): void {
  const [ours, theirs] = [scriptSteps(count, 3), nativeSteps(program, count, 3, spreadBy)];
  for (const [step, own] of ours.entries())
    for (const name of ['comparisons', 'moves', 'entries', 'tests', 'pairs'] as const)
      if (own[name] !== theirs[step]![name])
        throw new Error(`${count} boxes, step ${step}: ${name} ${own[name]}, in C++ ${theirs[step]![name]}`);
  const { comparisons, moves, entries, tests, pairs } = ours[1]!;
  const caches = cacheCounts(program, count, spreadBy);
  const times = nativeSteps(program, count, timedSteps, spreadBy).slice(1);
  const fastest = Math.min(...times.map(({ milliseconds }) => milliseconds));
  const each = [comparisons, moves, entries, tests, pairs].map((value) => (value / count).toFixed(2));
  const cached = caches === null ? ['no valgrind'] : Object.values(caches).map((value: number) => value.toFixed(2));
  print([count.toLocaleString('en'), ...each, ...cached, ((1e6 * fastest) / count).toFixed(0)]);
}

function print(cells: readonly string[]): void {
  console.log(cells.join('\t'));
}
