/** Motion: `convex` sweeps a convex shape along a straight line against one mesh. */
export { sweepBruteForce, type ExactSweep } from './convex/brute-force.ts';
export {
  sweepShape,
  type ShapeSweep,
  type SweepContact,
  type SweepResult,
  type SweepStats,
  type SweptShape,
} from './convex/sweep-shape.ts';
export { createSweepWorkspace, type SweepWorkspace } from './convex/workspace.ts';
