import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { Progress } from '../progress.ts';
import { checkMotionProof, type MotionClaim, type ProofCheck } from '../sweep/certificate/check-motion-proof.ts';
import { meshMotion, type MotionRequest, type MotionResult, type MotionSettings } from '../sweep/motion/mesh-motion.ts';
import { openTreed, type TreedBytes } from './treed-bytes.ts';

export interface MotionJobRequest {
  readonly kind: 'motion';
  readonly a: TreedBytes;
  readonly b: TreedBytes;
  readonly motion: MotionRequest;
  readonly settings: MotionSettings;
}

export interface MotionJobResult {
  readonly kind: 'motion';
  readonly result: MotionResult;
  readonly milliseconds: number;
}

/** Finds the first contact of a moving mesh. @throws InspectorError as `meshMotion`, and `invalid-bytes`; whatever `progress` throws. */
export function runMotion({ a, b, motion, settings }: MotionJobRequest, progress: Progress): MotionJobResult {
  const [treedA, treedB] = [openTreed(a), openTreed(b)];
  const start = performance.now();
  const result = meshMotion(treedA, treedB, motion, settings, progress);
  return { kind: 'motion', result, milliseconds: performance.now() - start };
}

export interface VerifyMotionJobRequest {
  readonly kind: 'verify-motion';
  readonly meshA: ArrayBuffer | SharedArrayBuffer;
  readonly meshB: ArrayBuffer | SharedArrayBuffer;
  readonly claim: MotionClaim;
}

export interface VerifyMotionJobResult {
  readonly kind: 'verify-motion';
  readonly check: ProofCheck;
}

/** Verifies a motion certificate. @throws InspectorError `invalid-bytes`; whatever `progress` throws. */
export function runVerifyMotion({ meshA, meshB, claim }: VerifyMotionJobRequest, progress: Progress): VerifyMotionJobResult {
  return { kind: 'verify-motion', check: checkMotionProof(openMeshBytes(meshA), openMeshBytes(meshB), claim, progress) };
}
