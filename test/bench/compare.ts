/** One side of a comparison. */
export interface Runner<Result> {
  /** Runs before each measured run, and is not measured. */
  readonly prepare?: () => void | Promise<void>;
  readonly run: () => Result | Promise<Result>;
}

export interface CompareResult<Ours, Theirs> {
  readonly oursMilliseconds: Spread;
  readonly theirsMilliseconds: Spread;
  readonly ours: Ours;
  readonly theirs: Theirs;
}

/** Milliseconds of the runs of one side: the minimum is what the code can do, the median what a usual run takes. */
export interface Spread {
  readonly min: number;
  readonly median: number;
}

/**
 * Each side runs before it is measured until its code is compiled: at least this often, and for this many milliseconds. The compilers of Node work
 * beside the program, so after two runs of a short task most of its code is still slow; six to ten runs are needed.
 */
const warmUp = { runs: 2, milliseconds: 1500 };

/**
 * Runs both sides in turns, so that a machine that slows down is fair to both, and returns minimum and median of each. With
 * `--expose-gc`, garbage is collected before each run. 0 rounds are for tests: each side runs once, without a warm-up.
 */
export async function compare<Ours, Theirs>(
  ours: Runner<Ours>,
  theirs: Runner<Theirs>,
  rounds: number,
): Promise<CompareResult<Ours, Theirs>> {
  if (rounds > 0) for (const side of [ours, theirs]) await warm(side);
  let [our, their] = [await timed(ours), await timed(theirs)];
  const [ourTimes, theirTimes] = [[our.milliseconds], [their.milliseconds]];
  for (let round = 1; round < rounds; round++) {
    our = await timed(ours);
    their = await timed(theirs);
    ourTimes.push(our.milliseconds);
    theirTimes.push(their.milliseconds);
  }
  return { oursMilliseconds: spreadOf(ourTimes), theirsMilliseconds: spreadOf(theirTimes), ours: our.result, theirs: their.result };
}

async function warm(side: Runner<unknown>): Promise<void> {
  let spent = 0;
  for (let runs = 0; runs < warmUp.runs || spent < warmUp.milliseconds; runs++) spent += (await timed(side)).milliseconds;
}

/** Returns minimum and median; of an even number of times the median is the mean of the two in the middle. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return { min: sorted[0]!, median: (low + high) / 2 };
}

interface Timed<Result> {
  readonly milliseconds: number;
  readonly result: Result;
}

async function timed<Result>({ prepare, run }: Runner<Result>): Promise<Timed<Result>> {
  await prepare?.();
  globalThis.gc?.();
  const start = performance.now();
  const returned = run();
  const result = returned instanceof Promise ? await returned : returned;
  return { milliseconds: performance.now() - start, result };
}
