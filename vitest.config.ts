import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import { buildKernel } from './main/build-kernel.mjs';
import { moreTests, sampledBrowserTests } from './test/more-tests.ts';
import { compiledModules, readCompiled } from './test/read-compiled.ts';
import { slowUnitTests } from './test/slow-unit-tests.ts';

// Sources import it.
await buildKernel();

/** In both places, else Vitest stays on a stale `dist`. */
const resolving = (conditions: readonly string[]) => ({
  resolve: { conditions: [...conditions] },
  ssr: { resolve: { conditions: [...conditions] } },
});
const common = ['module', 'node', 'development|production', 'default'];
/** Tests read the sources through the `source` condition. */
const fromSources = resolving(['source', ...common]);
/** Node follows the conditions too, where a compiled module imports another. */
const fromCompiled = { plugins: [readCompiled(import.meta.dirname)], ...resolving(common) };

/** Tests that need a process of their own: they replace modules and globals, or count which code runs and what memory is kept. */
const aloneTests = [
  'test/core/scene/broad-phase-growth.test.ts',
  'test/property/guided-fuzz.test.ts',
  'test/property/import-amplification.test.ts',
];

/**
 * Options of V8 for the workers. Most functions of a test run for a moment only: with the usual limits a quarter of the processor time goes to
 * optimising them, and a tenth to collecting garbage. Together they save a sixth. Full runs repeat long enough for the usual limits. The project
 * `alone` has the usual limits too: with others its tests would count other memory.
 */
const shortRuns = [
  '--interrupt-budget=600000',
  '--max-inlined-bytecode-size-cumulative=250',
  '--always-sparkplug',
  '--single-threaded-gc',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--initial-heap-size=600',
];

// `vitest run --mode full` runs the full figures (npm run test:long), of a new seed; every other mode a part of them, the same each time.
export default defineConfig(({ mode }) => {
  // Inline projects load this file again with mode `test`, so the first mode is passed on by name.
  process.env['BOXWOOD_TEST_MODE'] ??= mode;
  const isFull = process.env['BOXWOOD_TEST_MODE'] === 'full';
  const isWriting = process.env['BOXWOOD_TEST_MODE'] === 'write-pictures';
  const isFast = process.env['BOXWOOD_TEST_MODE'] === 'fast';
  // `npm test` and `npm run test:more` share the tests; a run of named files leaves none out.
  const isMain = process.env['BOXWOOD_TEST_MODE'] === 'main';
  const isMore = process.env['BOXWOOD_TEST_MODE'] === 'more';
  const leftOut = isMain ? moreTests : [];
  /** The files of a project, as patterns: in `npm run test:more` those of the list in its folders. */
  const files = (patterns: readonly string[], folders: RegExp): string[] =>
    isMore ? [...moreTests, ...sampledBrowserTests].filter((file) => folders.test(file) && !aloneTests.includes(file)) : [...patterns];
  // They make the pictures of the manual, by steps that other tests check: `npm run pictures` and full runs.
  const pictureTests = isFull || isWriting ? [] : ['test/e2e/*pictures.test.ts'];
  if (process.env['BOXWOOD_TEST_SEED'] === undefined) {
    const seed = isFull ? Date.now() % 2 ** 31 : 20_250_101;
    process.env['BOXWOOD_TEST_SEED'] = String(seed);
    if (isFull) process.stdout.write(`Cases of a new seed: BOXWOOD_TEST_SEED=${seed} repeats them.\n`);
  }
  // Tests keep nothing in the folder of the user; those of recent files and sessions name a folder of their own.
  process.env['BOXWOOD_DATA'] = '';
  const setupFiles = ['test/fixtures/set-up.ts'];
  // In each project but one: a project cannot leave out options of the whole, which are added to its own.
  const execArgv = isFull ? [] : shortRuns;
  // All commands of `package.json` that run tests build first.
  const isBuilt = isFast || isFull || isMore || process.env['BOXWOOD_TEST_BUILT'] !== undefined;
  const modules = isBuilt ? fromCompiled : fromSources;
  // Full runs take hours on a small machine, and may share it.
  const minutes = isFull ? 600_000 : 60_000;
  return {
    test: {
      // With the condition `source`, Node would find TypeScript from them.
      server: { deps: { external: isBuilt ? [compiledModules] : [] } },
      // Files share nothing but the machine. Full runs hold the largest meshes.
      maxWorkers: isFull ? Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / 3e9))) : '100%',
      // No test depends on how fast the machine is; the limits end what hangs.
      hookTimeout: 5 * minutes,
      reporters: [
        'default',
        ...(isFull ? ['./test/reporters/progress.ts'] : []),
        ...(process.env['CI'] || process.env['BOXWOOD_TEST_COUNTS'] ? ['./test/reporters/plain-count.ts'] : []),
      ],
      projects: [
        {
          extends: true,
          ...modules,
          test: {
            name: 'unit',
            include: files(['test/*.test.ts', 'test/{core,main,renderer}/**/*.test.{ts,tsx}'], /^test\/((core|main|renderer)\/|[^/]+$)/),
            exclude: [...aloneTests, ...leftOut, ...(isFast ? slowUnitTests : [])],
            setupFiles,
            execArgv,
            testTimeout: 5 * minutes,
            // Files share the modules of one worker: to load them for each file costs more than most tests.
            isolate: false,
          },
        },
        {
          extends: true,
          ...modules,
          test: {
            name: 'property',
            include: files(['test/property/**/*.test.ts'], /^test\/property\//),
            exclude: [...aloneTests, ...leftOut],
            setupFiles,
            execArgv,
            testTimeout: 20 * minutes,
            // As for `unit`.
            isolate: false,
          },
        },
        {
          extends: true,
          ...fromSources,
          test: {
            name: 'alone',
            include: aloneTests.filter((file) => (isMore ? moreTests.includes(file) : !leftOut.includes(file))),
            setupFiles,
            testTimeout: 20 * minutes,
          },
        },
        {
          extends: true,
          ...modules,
          // Files share the modules of one worker, and the meshes that it has read.
          test: {
            name: 'corpus',
            include: files(['test/corpus/**/*.test.ts'], /^test\/corpus\//),
            exclude: [...leftOut],
            execArgv,
            setupFiles,
            testTimeout: 60 * minutes,
            isolate: false,
          },
        },
        {
          extends: true,
          ...modules,
          test: {
            name: 'e2e',
            include: files(['test/e2e/**/*.test.ts'], /^test\/e2e\//),
            exclude: [...pictureTests, ...leftOut],
            execArgv,
            globalSetup: ['test/e2e/find-browser.ts'],
            // Each action and each poll has a limit of two minutes, which ends what hangs; some tests have dozens of them.
            testTimeout: 15 * minutes,
            // Each has a browser. One alone leaves half of a core idle: its page waits for the view, which draws in software, and its tests for the page.
            maxWorkers: Math.min(4, 2 * availableParallelism()),
            // After the others, which use all cores.
            sequence: { groupOrder: 1 },
            // Files share the modules and the browser of one worker.
            isolate: false,
            // Values on the page are read until they match: a click returns before the page has drawn.
            expect: { poll: { timeout: 2 * minutes } },
          },
        },
      ],
    },
  };
});
