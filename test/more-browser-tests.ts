/**
 * Browser tests that `npm test` leaves to `npm run test:more`; `.ci/run` runs both. They walk through details and variants of what the
 * other browser tests use: other themes and windows, second ways by mouse, lists, and answers to rare events. Together they take two fifths of the time of all.
 */
export const moreBrowserTests: readonly string[] = [
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

/** Browser tests with a product of cases, of which `npm test` runs a sample (`mainSample`), and `npm run test:more` all. */
export const sampledBrowserTests: readonly string[] = [
  'accessibility',
  'bake-engines',
  'each-repair',
  'kinds',
  'newcomer',
  'probe-shapes',
].map((name) => `test/e2e/${name}.test.ts`);
