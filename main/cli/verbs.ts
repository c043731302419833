import type { Command } from 'commander';
import type { VerdictContext } from './context.ts';

/** Makes the command of a verb. Its modules are loaded only when it is named, since a start of everything takes longer than most commands. */
export type LoadVerb = () => Promise<(context: VerdictContext) => Command>;

/** A verb whose next word names a verb of its own. */
export interface VerbGroup {
  readonly description: string;
  readonly example: string;
  readonly verbs: Readonly<Record<string, LoadVerb>>;
}

/** All verbs by name, in the order of the help. */
export const verbs: Readonly<Record<string, LoadVerb | VerbGroup>> = {
  inspect: async () => (await import('./inspect.ts')).inspectCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  merge: async () => (await import('./merge.ts')).mergeCommand,
  diff: async () => (await import('./diff.ts')).diffCommand,
  deviation: async () => (await import('./deviation.ts')).deviationCommand,
  repair: async () => (await import('./repair.ts')).repairCommand,
  tree: async () => (await import('./tree.ts')).treeCommand,
  bsp: async () => (await import('./bsp.ts')).bspCommand,
  patch: async () => (await import('./patch.ts')).patchCommand,
  query: {
    description: 'Run a geometric query on a mesh',
    example: 'boxwood query ray crate.obj --origin 0,0,5 --direction 0,0,-1',
    verbs: {
      ray: async () => (await import('./query-ray.ts')).queryRayCommand,
      segment: async () => (await import('./query-segment.ts')).querySegmentCommand,
      polygon: async () => (await import('./query-polygon.ts')).queryPolygonCommand,
      sphere: async () => (await import('./query-sphere.ts')).querySphereCommand,
      closest: async () => (await import('./query-closest.ts')).queryClosestCommand,
      within: async () => (await import('./query-within.ts')).queryWithinCommand,
      inside: async () => (await import('./query-inside.ts')).queryInsideCommand,
      box: async () => (await import('./query-box.ts')).queryBoxCommand,
      capsule: async () => (await import('./query-capsule.ts')).queryCapsuleCommand,
      triangle: async () => (await import('./query-triangle.ts')).queryTriangleCommand,
      plane: async () => (await import('./query-plane.ts')).queryPlaneCommand,
      sweep: async () => (await import('./query-sweep.ts')).querySweepCommand,
      frustum: async () => (await import('./query-frustum.ts')).queryFrustumCommand,
      hull: async () => (await import('./query-hull.ts')).queryHullCommand,
      pair: async () => (await import('./query-pair.ts')).queryPairCommand,
      convex: async () => (await import('./query-convex.ts')).queryConvexCommand,
      penetration: async () => (await import('./query-penetration.ts')).queryPenetrationCommand,
      motion: async () => (await import('./query-motion.ts')).queryMotionCommand,
    },
  },
  convex: {
    description: 'Make convex bodies from a mesh',
    example: 'boxwood convex hull crate.glb --per part',
    verbs: {
      hull: async () => (await import('./convex-hull.ts')).convexHullCommand,
    },
  },
  fit: async () => (await import('./fit.ts')).fitCommand,
  decompose: async () => (await import('./decompose.ts')).decomposeCommand,
  place: async () => (await import('./place.ts')).placeCommand,
  scene: async () => (await import('./scene.ts')).sceneCommand,
  walk: async () => (await import('./walk.ts')).walkCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  bake: async () => (await import('./bake.ts')).bakeCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  worker: async () => (await import('./worker.ts')).workerCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  open: async () => (await import('./open.ts')).openCommand,
};
