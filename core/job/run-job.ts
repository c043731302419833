import type { JobHost } from './job-host.ts';
import type { JobRequest, JobResult, ResultOf } from './job.ts';

/**
 * Runs a job of any kind. Its modules are loaded when the first job of that kind runs, so that a thread starts with what it needs.
 * @throws InspectorError as the job; `cancelled` if the progress of the host throws it.
 */
export async function runJob<Request extends JobRequest>(request: Request, host: JobHost): Promise<ResultOf<Request>> {
  return (await run(request, host)) as ResultOf<Request>;
}

async function run(request: JobRequest, host: JobHost): Promise<JobResult> {
  switch (request.kind) {
    case 'import':
      return (await import('./import-job.ts')).runImport(request, host);
    case 'build':
      return (await import('./build-job.ts')).runBuild(request, host);
    case 'bake':
      return (await import('./bake-jobs.ts')).runBake(request, host);
    case 'bsp':
      return (await import('./bsp-job.ts')).runBsp(request, host.progress);
    case 'verify':
      return (await import('./bake-jobs.ts')).runVerify(request, host);
    case 'pair':
      return (await import('./pair-job.ts')).runPair(request, host.progress);
    case 'motion':
      return (await import('./motion-job.ts')).runMotion(request, host.progress);
    case 'verify-motion':
      return (await import('./motion-job.ts')).runVerifyMotion(request, host.progress);
    case 'scene':
      return (await import('./scene-job.ts')).runSceneJob(request, host);
    case 'compare-scene':
      return (await import('./scene-job.ts')).runCompareScene(request, host);
    case 'walk':
      return (await import('./walk-job.ts')).runWalk(request, host.progress);
    case 'sphere':
      return (await import('./sphere-job.ts')).runSphere(request, host.progress);
    case 'check':
      return (await import('./check-job.ts')).runCheck(request, host);
    case 'compare':
      return (await import('./compare-job.ts')).runCompare(request, host.progress);
    case 'diff':
      return (await import('./diff-job.ts')).runDiff(request, host.progress);
    case 'convert':
      return (await import('./convert-job.ts')).runConvert(request, host);
    case 'hull':
      return (await import('./hull-job.ts')).runHull(request, host);
    case 'convex-pair':
      return (await import('./convex-pair-job.ts')).runConvexPair(request, host.progress);
    case 'deviation':
      return (await import('./deviation-job.ts')).runDeviation(request, host.progress);
    case 'decompose':
      return (await import('./decompose-job.ts')).runDecompose(request, host);
    case 'collider-regions':
      return (await import('./collider-regions-job.ts')).runColliderRegions(request, host);
    case 'compare-colliders':
      return (await import('./compare-colliders-job.ts')).runCompareColliders(request, host);
    case 'make-collider':
      return (await import('./make-collider-job.ts')).runMakeCollider(request, host);
    case 'fit':
      return (await import('./fit-job.ts')).runFit(request, host);
    case 'penetration':
      return (await import('./penetration-job.ts')).runPenetration(request, host.progress);
    case 'patch':
      return (await import('./patch-job.ts')).runPatch(request, host.progress);
    case 'refit':
      return (await import('./refit-job.ts')).runRefit(request, host.progress);
    case 'target':
      return (await import('./target-job.ts')).runTarget(request, host.progress);
    case 'repair':
      return (await import('./repair-job.ts')).runRepair(request, host);
  }
}
