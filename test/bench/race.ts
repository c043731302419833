/** One side of a race. */
export interface Runner<Answer> {
  /** What has to be done before each run, and is not measured. */
  readonly prepare?: () => void;
  readonly run: () => Answer | Promise<Answer>;
}

export interface RaceResult<Ours, Theirs> {
  /** Milliseconds of the quickest run. */
  readonly oursMilliseconds: number;
  readonly theirsMilliseconds: number;
  readonly ours: Ours;
  readonly theirs: Theirs;
}

/** Runs before the measured ones, in which the code gets compiled. */
const warmUps = 2;

/**
 * Lets both sides run in turns, so that a machine that grows slower meanwhile is unfair to neither, and takes the least of
 * each. Where the process was started with `--expose-gc`, nobody pays for what the other left behind.
 */
export async function race<Ours, Theirs>(ours: Runner<Ours>, theirs: Runner<Theirs>, rounds: number): Promise<RaceResult<Ours, Theirs>> {
  for (let i = 0; i < warmUps; i++) {
    await timed(ours);
    await timed(theirs);
  }
  let [ourBest, theirBest] = [await timed(ours), await timed(theirs)];
  for (let round = 1; round < rounds; round++) {
    ourBest = quicker(ourBest, await timed(ours));
    theirBest = quicker(theirBest, await timed(theirs));
  }
  return {
    oursMilliseconds: ourBest.milliseconds,
    theirsMilliseconds: theirBest.milliseconds,
    ours: ourBest.answer,
    theirs: theirBest.answer,
  };
}

interface Timed<Answer> {
  readonly milliseconds: number;
  readonly answer: Answer;
}

async function timed<Answer>({ prepare, run }: Runner<Answer>): Promise<Timed<Answer>> {
  prepare?.();
  globalThis.gc?.();
  const start = performance.now();
  const answered = run();
  const answer = answered instanceof Promise ? await answered : answered;
  return { milliseconds: performance.now() - start, answer };
}

function quicker<Answer>(a: Timed<Answer>, b: Timed<Answer>): Timed<Answer> {
  return b.milliseconds < a.milliseconds ? b : a;
}
