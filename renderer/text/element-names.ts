import type { ElementKind } from '#core/health';

/** One and many of what a finding is made of. */
export const elementNames = {
  triangle: ['triangle', 'triangles'],
  edge: ['edge', 'edges'],
  vertex: ['vertex', 'vertices'],
  pair: ['pair', 'pairs'],
} as const satisfies Record<ElementKind, readonly [string, string]>;
