/** Results that wait for an earlier one; memory does not grow with the number of files. */
const maxWaiting = 256;

/**
 * Runs a step for the indices below `count`, at most `jobs` at a time. Each result is passed to `report` as soon as those before it are.
 * No step starts that is far ahead of the first one that is not passed.
 * @throws the first error of a step or of `report`; no step starts after it.
 */
export async function inOrder<Result>(
  count: number,
  jobs: number,
  step: (index: number) => Promise<Result>,
  report: (result: Result) => void,
): Promise<void> {
  const done = new Map<number, { readonly result: Result }>();
  const waiting: (() => void)[] = [];
  const wake = (): void => {
    for (const resume of waiting.splice(0)) resume();
  };
  let next = 0;
  let reported = 0;
  let hasFailed = false;
  const runNext = async (): Promise<void> => {
    while (next < count && !hasFailed) {
      if (next >= reported + maxWaiting) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        continue;
      }
      const i = next++;
      try {
        const result = await step(i);
        // The report may be closed when a step has failed.
        if (hasFailed) return;
        done.set(i, { result });
        for (let ready = done.get(reported); ready !== undefined; ready = done.get(reported)) {
          done.delete(reported++);
          report(ready.result);
        }
      } catch (thrown) {
        hasFailed = true;
        throw thrown;
      } finally {
        wake();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, count) }, runNext));
}
