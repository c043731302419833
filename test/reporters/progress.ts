import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';

const minute = 60_000;

/** Prints every minute how far a long run is: files and tests that ended, and the files that run. A test that fails is printed at once: its file may take an hour more. */
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
    const { state, errors } = test.result();
    if (state === 'passed') this.#passed++;
    if (state !== 'failed') return;
    this.#failed++;
    process.stdout.write(
      `Failed: ${test.module.relativeModuleId} > ${test.fullName}\n${errors.map(({ message }) => message).join('\n')}\n`,
    );
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#running.delete(relativeModuleId);
    this.#ended++;
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }
}
