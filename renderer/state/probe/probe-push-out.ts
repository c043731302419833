import { pushShapeOut, type PushShape, type ShapePushOutResult, type TriangleFilter } from '#core/query';
import { along } from '../store/vectors.ts';
import { probeBox } from './probe-solids.ts';
import type { ProbeInput } from './probe.ts';
import type { ProbeOf, ProbeShape } from './probe-shapes.ts';
import type { ProbedMesh } from './run-probe.ts';

/** The push-out of a probe, and the probe. */
export interface ProbePushOut {
  readonly input: ProbeInput;
  readonly result: ShapePushOutResult;
}

/** Time limit, ms. A push-out that reaches it is marked, and applying it continues from there. */
const timeLimit = 50;

/** Whether the app finds a push-out for a shape; the sphere tool has that of a sphere. */
export function isPushed(shape: ProbeShape): shape is ProbeOf<'box'> | ProbeOf<'capsule'> {
  return shape.kind === 'box' || shape.kind === 'capsule';
}

/** Moves the box or capsule of a probe out of the triangles that its filter accepts. @throws InspectorError as `pushShapeOut`. */
export function probePushOut(
  input: ProbeInput & { readonly shape: ProbeOf<'box'> | ProbeOf<'capsule'> },
  { mesh, tree }: Pick<ProbedMesh, 'mesh' | 'tree'>,
  isClosed: boolean,
  accepts: TriangleFilter,
): ProbePushOut {
  const { shape } = input;
  const pushed: PushShape = shape.kind === 'box' ? { kind: 'box', solid: probeBox(shape) } : shape;
  const start = performance.now();
  const result = pushShapeOut(tree, mesh, pushed, { isClosed, accepts, shouldStop: () => performance.now() - start > timeLimit });
  return { input, result };
}

/** Returns the probe at the end of its push-out. */
export function pushedProbe({ input, result: { total } }: ProbePushOut): ProbeInput {
  const { shape } = input;
  if (shape.kind === 'box') return { ...input, shape: { ...shape, center: along(shape.center, total, 1) } };
  if (shape.kind === 'capsule') return { ...input, shape: { ...shape, from: along(shape.from, total, 1), to: along(shape.to, total, 1) } };
  return input;
}
