import type { Display } from './records.ts';

/** Returns whether triangles that are seen from behind are neither drawn nor picked. X-ray draws both sides. */
export function cullsBackFaces({ cullBackFaces, shading }: Pick<Display, 'cullBackFaces' | 'shading'>): boolean {
  return cullBackFaces && shading !== 'xray';
}
