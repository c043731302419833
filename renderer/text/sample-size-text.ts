import type { SampleSummary } from '#host-api';
import { formatMany } from './format-number.ts';

/** Returns how large a sample is: `1,204 triangles`, or of a scene `64 instances`. */
export function sampleSizeText({ triangles, instances }: Pick<SampleSummary, 'triangles' | 'instances'>): string {
  return instances === undefined ? formatMany(triangles, 'triangle') : formatMany(instances, 'instance');
}
