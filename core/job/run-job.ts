import { runBake, runVerify } from './bake-jobs.ts';
import { runBsp } from './bsp-job.ts';
import { runBuild } from './build-job.ts';
import { runImport } from './import-job.ts';
import type { JobHost } from './job-host.ts';
import type { JobRequest, JobResult, ResultOf } from './job.ts';
import { runCheck } from './check-job.ts';
import { runCompare } from './compare-job.ts';
import { runDiff } from './diff-job.ts';
import { runConvert } from './convert-job.ts';
import { runConvexPair } from './convex-pair-job.ts';
import { runDeviation } from './deviation-job.ts';
import { runFit } from './fit-job.ts';
import { runHull } from './hull-job.ts';
import { runMotion, runVerifyMotion } from './motion-job.ts';
import { runPair } from './pair-job.ts';
import { runPenetration } from './penetration-job.ts';
import { runRefit } from './refit-job.ts';
import { runRepair } from './repair-job.ts';
import { runCompareScene, runSceneJob } from './scene-job.ts';
import { runSphere } from './sphere-job.ts';
import { runWalk } from './walk-job.ts';

/**
 * Runs a job of any kind.
 * @throws InspectorError as the job; `cancelled` if the progress of the host throws it.
 */
export async function runJob<Request extends JobRequest>(request: Request, host: JobHost): Promise<ResultOf<Request>> {
  return (await run(request, host)) as ResultOf<Request>;
}

async function run(request: JobRequest, host: JobHost): Promise<JobResult> {
  switch (request.kind) {
    case 'import':
      return runImport(request, host);
    case 'build':
      return runBuild(request, host);
    case 'bake':
      return runBake(request, host);
    case 'bsp':
      return runBsp(request, host.progress);
    case 'verify':
      return runVerify(request, host);
    case 'pair':
      return runPair(request, host.progress);
    case 'motion':
      return runMotion(request, host.progress);
    case 'verify-motion':
      return runVerifyMotion(request, host.progress);
    case 'scene':
      return runSceneJob(request, host);
    case 'compare-scene':
      return runCompareScene(request, host.progress);
    case 'walk':
      return runWalk(request, host.progress);
    case 'sphere':
      return runSphere(request, host.progress);
    case 'check':
      return runCheck(request, host.progress);
    case 'compare':
      return runCompare(request, host.progress);
    case 'diff':
      return runDiff(request, host.progress);
    case 'convert':
      return runConvert(request, host);
    case 'hull':
      return runHull(request, host);
    case 'convex-pair':
      return runConvexPair(request, host.progress);
    case 'deviation':
      return runDeviation(request, host.progress);
    case 'fit':
      return runFit(request, host);
    case 'penetration':
      return runPenetration(request, host.progress);
    case 'refit':
      return runRefit(request, host.progress);
    case 'repair':
      return runRepair(request, host);
  }
}
