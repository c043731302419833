import type { TriangleFeature } from '#core/shape';

/** `face`, `edge 1`, `vertex 2`. Edge i runs from vertex i to the next. */
export function featureLabel({ feature, featureIndex }: TriangleFeature): string {
  return featureIndex === null ? feature : `${feature} ${featureIndex}`;
}
