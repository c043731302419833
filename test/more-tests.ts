/**
 * Tests that `npm test` leaves to `npm run test:more`; `.ci/run` runs both. Browser tests are here if they walk through details and variants of
 * what others use: other themes and windows, second ways by mouse, lists, and answers to rare events. Other tests are here if they take
 * five seconds or more of processor time, and a test that stays checks the same part on less: other meshes, one way less, no outside program.
 */
const moreOtherTests: readonly string[] = [
  'test/bench.test.ts',
  'test/core/bake/c-header.test.ts',
  'test/core/bake/jolt-state.test.ts',
  'test/core/bsp/cells-in-use.test.ts',
  'test/core/convex/convex-hull.test.ts',
  'test/core/convex/fit-shapes.test.ts',
  'test/core/convex/rate-collider.test.ts',
  'test/core/convex/refine-push-out.test.ts',
  'test/core/engines/hold-mesh.test.ts',
  'test/corpus/bake-documents.test.ts',
  'test/corpus/bake-shapes.test.ts',
  'test/corpus/fit-and-decompose.test.ts',
  'test/corpus/inside-cgal.test.ts',
  'test/corpus/level-cells.test.ts',
  'test/corpus/motion-fcl.test.ts',
  'test/corpus/repair.test.ts',
  'test/corpus/slurm.test.ts',
  'test/main/cli-bake-targets.test.ts',
  'test/main/cli-convex-input.test.ts',
  'test/main/cli-many-lines.test.ts',
  'test/main/cli-patch.test.ts',
  'test/main/cli-process.test.ts',
  'test/main/cli-trace.test.ts',
  'test/main/narrow-threads.test.ts',
  'test/main/pack.test.ts',
  'test/property/content-fuzz.test.ts',
  'test/property/guided-fuzz.test.ts',
  'test/property/import-amplification.test.ts',
  'test/property/kinds.test.ts',
];

const moreBrowserTests: readonly string[] = [
  'bake-targets',
  'changes',
  'compare',
  'deform',
  'edit-collider',
  'export-shapes',
  'fields',
  'heat',
  'instances',
  'layout',
  'learn',
  'motion-kept',
  'mouse',
  'opening-cancelled',
  'pair-lists',
  'palette',
  'preferences',
  'reload',
  'restart',
  'scene-controls',
  'scene-filters',
  'scene-placing',
  'scene-project',
  'scene-workers',
  'second-view',
  'separation',
  'space',
  'unfold',
  'units',
  'window-and-cancel',
  'workspaces',
].map((name) => `test/e2e/${name}.test.ts`);

export const moreTests: readonly string[] = [...moreOtherTests, ...moreBrowserTests];

/** Browser tests with a product of cases, of which `npm test` runs a sample (`mainSample`), and `npm run test:more` all. */
export const sampledBrowserTests: readonly string[] = [
  'accessibility',
  'bake-engines',
  'each-repair',
  'kinds',
  'newcomer',
  'probe-shapes',
].map((name) => `test/e2e/${name}.test.ts`);
