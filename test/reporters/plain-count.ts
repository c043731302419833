import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Lines of a failure's message that the list at the end repeats; the whole stands where the failure was reported. */
const longestMessage = 25;

/**
 * Ends a run in CI with the failures, then with one line that any tool can read: `N passed, N failed, N skipped`. With
 * BOXWOOD_TEST_COUNTS set, it writes both to that file instead, for `test/run-tests.mjs`, which prints those of all its runs last.
 */
export default class PlainCount implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    const failures = errors.map((error) => `outside the tests\n${messageOf([error])}`);
    for (const module of modules) {
      // A file that could not be loaded holds no tests, yet it is a failure.
      if (module.errors().length > 0) {
        count.failed++;
        failures.push(`${module.relativeModuleId}\n${messageOf(module.errors())}`);
      }
      for (const test of module.children.allTests()) {
        const { state, errors: reasons = [] } = test.result();
        count[state === 'pending' ? 'skipped' : state]++;
        if (state === 'failed') failures.push(`${module.relativeModuleId} > ${test.fullName}\n${messageOf(reasons)}`);
      }
    }
    const file = process.env['BOXWOOD_TEST_COUNTS'];
    if (file !== undefined) writeFileSync(file, JSON.stringify({ ...count, failures }));
    else process.stdout.write(lastLines(count, failures));
  }
}

function lastLines({ passed, failed, skipped }: { passed: number; failed: number; skipped: number }, failures: readonly string[]): string {
  return `${failures.map((failure) => `\nFailed: ${failure}\n`).join('')}\n${passed} passed, ${failed} failed, ${skipped} skipped\n`;
}

function messageOf(errors: readonly { message: string; stack?: string | undefined }[]): string {
  return errors
    .flatMap(({ message, stack }) => stripVTControlCharacters(stack?.includes(message) === true ? stack : message).split('\n'))
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, longestMessage)
    .map((line) => `  ${line}`)
    .join('\n');
}
