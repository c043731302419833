/**
 * Motion: `convex` sweeps a convex shape along a straight line against one mesh, `bsp` does so with a BSP tree, and `walk` moves a body through it by such sweeps. `motion`
 * moves a mesh against another one, `volume` has the volumes that it sweeps, and `certificate` verifies the proofs without the search.
 */
export { checkMotionProof, type MotionClaim, type ProofCheck } from './certificate/check-motion-proof.ts';
export { type FollowedObject, followObject } from './bsp/follow-object.ts';
export { planeOffsetSweep, type PlaneOffsetSweep } from './bsp/plane-offset-sweep.ts';
export { type BspSweeper, type BspSweepResult, createBspSweeper } from './bsp/sweep-bsp.ts';
export { sweepBruteForce, type ExactSweep } from './convex/brute-force.ts';
export {
  sweepShape,
  type ShapeSweep,
  type SweepContact,
  type SweepResult,
  type SweepStats,
  type SweptShape,
} from './convex/sweep-shape.ts';
export { sweepCodes, sweepMany, type Sweeps, type SweepsResult } from './convex/sweep-many.ts';
export { sweptBody } from './convex/setup.ts';
export { sweepViewpoint } from './convex/sweep-filter.ts';
export { traceSweep } from './convex/trace-sweep.ts';
export { createSweepWorkspace, type SweepWorkspace } from './convex/workspace.ts';
export {
  meshMotion,
  type MotionFeature,
  type MotionProof,
  type MotionRequest,
  type MotionResult,
  type MotionSettings,
  type MotionState,
  type MotionStats,
  type MotionWitness,
} from './motion/mesh-motion.ts';
export { clearanceCurve, type ClearanceCurve } from './motion/clearance-curve.ts';
export { motionSeparations } from './motion/node-gap.ts';
export { traceMotion } from './motion/trace-motion.ts';
export { contactEvents, type ContactEvent } from './motion/contact-events.ts';
export { motionPath, motionPose, type MotionPath, type PathKind } from './motion/path.ts';
export {
  certificateText,
  claimOf,
  motionCertificate,
  parseMotionCertificate,
  type CertifiedMesh,
  type MotionCertificate,
} from './certificate/motion-certificate.ts';
export { motionRivals, type MotionRival, type MotionRivals, type RivalVerdict } from './motion/rivals/motion-rivals.ts';
export { firstTests, provesApart, type FirstTest, type FirstTestKind, type FirstTests } from './volume/first-tests.ts';
export { sweptBox, sweptHull, type SweptHull } from './volume/swept-volume.ts';
export { movingBoxesSat } from './motion/rivals/moving-boxes-sat.ts';
export { timeBisection } from './motion/rivals/time-bisection.ts';
export { maxWalkSteps, walk, type WalkResult } from './walk/walk.ts';
export { parseWalk, walkText } from './walk/walk-file.ts';
export type { Walk, WalkBody, WalkContact, WalkInput, WalkStats, WalkStep } from './walk/walk-request.ts';
export { coreTouches, move as moveBody } from './walk/move.ts';
export { walkStep } from './walk/walk-step.ts';
export { createWalker, type Walker } from './walk/walker.ts';
export { eye as walkEye } from './walk/chase-camera.ts';
