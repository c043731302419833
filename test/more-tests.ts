/**
 * Tests that `npm test` leaves to `npm run test:more`; `.ci/run` runs both. Browser tests are here if they walk through details and variants of
 * what others use: other themes and windows, second ways by mouse, lists, and answers to rare events. Other tests are here if they take six
 * seconds or more of processor time and check against outside programs, pack the app, or repeat for the corpus what a unit test checks for generated meshes.
 */
const moreOtherTests: readonly string[] = [
  'test/corpus/bake-documents.test.ts',
  'test/corpus/bake-shapes.test.ts',
  'test/corpus/fit-and-decompose.test.ts',
  'test/corpus/inside-cgal.test.ts',
  'test/corpus/level-cells.test.ts',
  'test/corpus/motion-fcl.test.ts',
  'test/main/cli-many-lines.test.ts',
  'test/main/narrow-threads.test.ts',
  'test/main/pack.test.ts',
  'test/property/content-fuzz.test.ts',
  'test/property/import-amplification.test.ts',
];

const moreBrowserTests: readonly string[] = [
  'bake-targets',
  'compare',
  'edit-collider',
  'export-shapes',
  'fields',
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
