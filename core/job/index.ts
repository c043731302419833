/** Jobs of workers: requests and results; `#core/job/run-job` runs them. */
export type { BspJobResult } from './bsp-job.ts';
export { compareKinds, compareVariants, type KindRecord } from './compare-kinds.ts';
export { kindName, winnersText } from './compare-winners.ts';
export { type CompareCounts, defaultCounts } from './compare-tasks.ts';
export { type QuerySort, querySorts } from './count-queries.ts';
export type { DeviationJobResult } from './deviation-job.ts';
export type { DiffJobResult } from './diff-job.ts';
export type { HostFile, JobHost, OpenedFile, StartedPool } from './job-host.ts';
export type { BakeJobRequest, HeldTree, ImportJobResult, JobRequest, JobResult, OpenedFormat, ResultOf } from './job.ts';
export type { FitRecord } from './fit-job.ts';
export type { HullRecord } from './hull-job.ts';
export type { MotionJobResult } from './motion-job.ts';
export type { PairJobResult } from './pair-job.ts';
export type { RefitJobResult } from './refit-job.ts';
export { type RefitFrame, refitFrames, type RefitWay, refitWays } from './refit-run.ts';
export type { ComparedFinding, RepairJobResult, RepairReport } from './repair-job.ts';
export type { SphereJobResult } from './sphere-job.ts';
export { compareReport, refitReport, treeReport, worstReport } from './tree-report.ts';
