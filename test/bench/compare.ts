/** One side of a comparison. */
export interface Runner<Answer> {
  /** What has to be done before each run, and is not measured. */
  readonly prepare?: () => void | Promise<void>;
  readonly run: () => Answer | Promise<Answer>;
}

export interface CompareResult<Ours, Theirs> {
  readonly oursMilliseconds: Spread;
  readonly theirsMilliseconds: Spread;
  readonly ours: Ours;
  readonly theirs: Theirs;
}

/** Of the runs of one side: the least is what the code can do, the median what a run is like. */
export interface Spread {
  readonly min: number;
  readonly median: number;
}

/** Runs before the measured ones, in which the code gets compiled. */
const warmUps = 2;

/**
 * Lets both sides run in turns, so that a machine that grows slower meanwhile is unfair to neither, and takes the least and
 * the median of each. Where the process was started with `--expose-gc`, nobody pays for what the other left behind.
 */
export async function compare<Ours, Theirs>(
  ours: Runner<Ours>,
  theirs: Runner<Theirs>,
  rounds: number,
): Promise<CompareResult<Ours, Theirs>> {
  for (let i = 0; i < warmUps; i++) {
    await timed(ours);
    await timed(theirs);
  }
  let [our, their] = [await timed(ours), await timed(theirs)];
  const [ourTimes, theirTimes] = [[our.milliseconds], [their.milliseconds]];
  for (let round = 1; round < rounds; round++) {
    our = await timed(ours);
    their = await timed(theirs);
    ourTimes.push(our.milliseconds);
    theirTimes.push(their.milliseconds);
  }
  return { oursMilliseconds: spreadOf(ourTimes), theirsMilliseconds: spreadOf(theirTimes), ours: our.answer, theirs: their.answer };
}

/** Of an even number of times the median is the mean of the two in the middle. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return { min: sorted[0]!, median: (low + high) / 2 };
}

interface Timed<Answer> {
  readonly milliseconds: number;
  readonly answer: Answer;
}

async function timed<Answer>({ prepare, run }: Runner<Answer>): Promise<Timed<Answer>> {
  await prepare?.();
  globalThis.gc?.();
  const start = performance.now();
  const answered = run();
  const answer = answered instanceof Promise ? await answered : answered;
  return { milliseconds: performance.now() - start, answer };
}
