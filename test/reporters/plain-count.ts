import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a run in CI with one line that any tool can read: `N passed, N failed, N skipped`. With BOXWOOD_TEST_COUNTS set, it writes the
 * counts to that file instead, for `test/run-tests.mjs`, which prints one line for all its runs.
 */
export default class PlainCount implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      // A file that could not be loaded holds no tests, yet it is a failure.
      if (module.errors().length > 0) count.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        count[state === 'pending' ? 'skipped' : state]++;
      }
    }
    const file = process.env['BOXWOOD_TEST_COUNTS'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(count));
    else process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  }
}
