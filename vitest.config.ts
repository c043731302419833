import { defineConfig } from 'vitest/config';

// Tests read the sources through the `source` condition; without it in both places Vitest stays on a stale `dist`.
const conditions = ['source', 'module', 'node', 'development|production', 'default'];

// `vitest run --mode full` runs the full figures (npm run test:long); every other mode a seeded part of them.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    reporters: process.env['CI'] ? ['default', './test/reporters/plain-count.ts'] : ['default'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/{core,main,renderer}/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'property', include: ['test/property/**/*.test.ts'], testTimeout: 120_000 } },
      { extends: true, test: { name: 'corpus', include: ['test/corpus/**/*.test.ts'], testTimeout: 600_000 } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
