import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';

const minute = 60_000;

/** Prints every minute how far a long run is: files and tests that ended, and the files that run. */
export default class ProgressLine implements Reporter {
  #files = 0;
  #ended = 0;
  #passed = 0;
  #failed = 0;
  readonly #running = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    const start = Date.now();
    this.#timer = setInterval(() => {
      const minutes = Math.round((Date.now() - start) / minute);
      process.stdout.write(
        `${minutes} min: ${this.#ended} of ${this.#files} files, ${this.#passed} passed, ${this.#failed} failed; running ${[...this.#running].join(', ')}\n`,
      );
    }, minute);
    this.#timer.unref();
  }

  onTestModuleStart({ relativeModuleId }: TestModule): void {
    this.#running.add(relativeModuleId);
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'passed') this.#passed++;
    if (state === 'failed') this.#failed++;
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#running.delete(relativeModuleId);
    this.#ended++;
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }
}
