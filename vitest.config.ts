import { defineConfig } from 'vitest/config';
import { buildKernel } from './main/build-kernel.mjs';

// Sources import it.
await buildKernel();

// Tests read the sources through the `source` condition; without it in both places Vitest stays on a stale `dist`.
const conditions = ['source', 'module', 'node', 'development|production', 'default'];

// `vitest run --mode full` runs the full figures (npm run test:long), of a new seed; every other mode a tenth of them, the same each time.
export default defineConfig(({ mode }) => {
  // Inline projects load this file again with mode `test`, so the first mode is handed on by name.
  process.env['BOXWOOD_TEST_MODE'] ??= mode;
  if (process.env['BOXWOOD_TEST_SEED'] === undefined) {
    const isFull = process.env['BOXWOOD_TEST_MODE'] === 'full';
    const seed = isFull ? Date.now() % 2 ** 31 : 20_250_101;
    process.env['BOXWOOD_TEST_SEED'] = String(seed);
    if (isFull) process.stdout.write(`Cases of a new seed: BOXWOOD_TEST_SEED=${seed} asks them again.\n`);
  }
  const seeded = ['test/fixtures/seed-properties.ts'];
  const minutes = 60_000;
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      // Files share nothing but the machine; only those with a browser go one after the other.
      maxWorkers: '100%',
      hookTimeout: minutes,
      reporters: process.env['CI'] ? ['default', './test/reporters/plain-count.ts'] : ['default'],
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: ['test/*.test.ts', 'test/{core,main,renderer}/**/*.test.{ts,tsx}'],
            setupFiles: seeded,
            testTimeout: minutes,
          },
        },
        {
          extends: true,
          test: { name: 'property', include: ['test/property/**/*.test.ts'], setupFiles: seeded, testTimeout: 20 * minutes },
        },
        { extends: true, test: { name: 'corpus', include: ['test/corpus/**/*.test.ts'], testTimeout: 60 * minutes } },
        {
          extends: true,
          test: {
            name: 'e2e',
            include: ['test/e2e/**/*.test.ts'],
            globalSetup: ['test/e2e/find-browser.ts'],
            testTimeout: 3 * minutes,
            hookTimeout: 3 * minutes,
            fileParallelism: false,
            // What is read of the page is read until it is so: a click returns before the page has drawn.
            expect: { poll: { timeout: minutes / 2 } },
          },
        },
      ],
    },
  };
});
