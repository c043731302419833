/** Health checks of a mesh: the checks, their findings, budgets and ignored findings. */
export { type Counted, type ElementKind, elementWords, type HealthCode, healthCodes, isHealthCode } from './health-check.ts';
export { healthChecks } from './health-checks.ts';
export { type Budget, budgetFor, overBudget, type OverBudget, parseBudget, type Spent } from './report/budget.ts';
export { checkHealth, chosenChecks, type HealthFacts, type HealthFinding, type HealthReport } from './report/check-health.ts';
export { itemCount, itemElements, itemWords } from './report/finding-items.ts';
export {
  ignoredFor,
  ignoredForOtherContent,
  type IgnoredOfFile,
  type IgnoreList,
  ignoreListText,
  type IgnoreSource,
  parseIgnoreList,
} from './report/ignore-list.ts';
export { ignoredOf, type IgnoredOf, ignoring, isOfKind, openCount, reasonFor, sameIgnored, unmatchedIgnored } from './report/ignored.ts';
export {
  requestedRepairs,
  changedFindings,
  type ChangedFinding,
  type RepairedMesh,
  repairMesh,
  type RepairStep,
} from './repair/repair-mesh.ts';
export { distanceText } from './repair/distance-text.ts';
export type { FarthestPoint } from './repair/farthest-points.ts';
export { holesText, parseHoles } from './repair/chosen-holes.ts';
export { type GivenRepairs, type Repair, type RepairCount, type RepairName, repairNames } from './repair/repair.ts';
export type { RaisedFinding } from './repair/raised-findings.ts';
export { repairs } from './repair/repairs.ts';
export type { ChangeDistance, SurfaceChange } from './repair/surface-change.ts';
export type { SurfaceFields } from './repair/surface-fields.ts';
export { keptTrees } from './repair/treed-for-distances.ts';
export type { EngineReport } from '../engines/engine-report.ts';
export { joinIgnored } from './report/join-ignored.ts';
export { checksNotRun, type NotRun, optionsThatRun } from './report/not-run.ts';
export type { HelperStart } from './study/helpers/helper-start.ts';
export { maxHelpers } from './study/helpers/study-control.ts';
export {
  createStudyHelpers,
  minForHelpers,
  type StudyHelpers,
  type StudyHelpersOptions,
  type StudyThread,
} from './study/helpers/study-helpers.ts';
export type { Elements } from './report/placed-found.ts';
export { type MassReport, massWarning } from './study/mass-report.ts';
