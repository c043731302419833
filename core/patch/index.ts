/** Bézier patches: tessellation with a proven error, and queries on the surface itself. */
export { type BezierPatch, maxDegree, patchPoint, splitPatch } from './bezier-patch.ts';
export { type CurvedSurface, openSurface, packSurface } from './curved-surface.ts';
export { distanceToSurface, type OnSurface, quickParts, rayOnSurface, surfacesOverlap, sweepOnSurface } from './on-surface.ts';
export { curvaturesOf, gridError } from './flatness.ts';
export type { DistanceInterval } from './distance-interval.ts';
export { type PatchBody, patchDistance, patchesOverlap, patchRay, patchSweep } from './patch-queries.ts';
export { tessellatePatches, type Tessellation, usualTolerance, usualToleranceOf } from './tessellate-patches.ts';
