import type { DivideConvex } from '#core/convex';

/** V-HACD of Rapier, which is loaded at the first call. A call cannot be interrupted: a cancelled job ends its worker. */
export const divideByRapier: DivideConvex = async (positions, indices, { maxHulls, concavity, resolution }) => {
  const { default: rapier } = await import('@dimforge/rapier3d-compat');
  await rapier.init();
  const description = rapier.ColliderDesc.convexDecomposition(positions, indices, { maxConvexHulls: maxHulls, concavity, resolution });
  if (description === null || !(description.shape instanceof rapier.Compound)) return [];
  return description.shape.shapes.flatMap((shape) => (shape instanceof rapier.ConvexPolyhedron ? [Float64Array.from(shape.vertices)] : []));
};
