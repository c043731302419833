import { times, type Vec3 } from '../../../math/vec3.ts';
import type { HealthOptions } from '../../../options/health-options.ts';
import type { SweptShape } from '../../../sweep/convex/sweep-shape.ts';

/** A body that stands on a face. */
export interface RollingBody {
  readonly shape: SweptShape;
  /** Distance of its centre from the face. */
  readonly height: number;
}

/** Gap between the body and the face, as a part of the radius. */
export const gapPart = 1e-3;

/** Returns a body that stands on a face. @param normal unit normal of the face; @param across unit vector of its motion. */
export function rollingBody(kind: HealthOptions['snagBody'], radius: number, normal: Vec3, across: Vec3, along: Vec3): RollingBody {
  const gap = gapPart * radius;
  switch (kind) {
    case 'sphere':
      return { shape: { kind: 'sphere', radius }, height: radius + gap };
    case 'capsule':
      return { shape: { kind: 'capsule', axis: times(normal, radius), radius }, height: 2 * radius + gap };
    case 'box':
      return {
        shape: { kind: 'box', halfEdges: [times(across, radius), times(along, radius), times(normal, radius)] },
        height: radius + gap,
      };
  }
}
