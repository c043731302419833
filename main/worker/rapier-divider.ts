import type { DivideConvex } from '#core/convex';
import { InspectorError } from '#core/error';

/** V-HACD of Rapier, which is loaded at the first call. A call cannot be interrupted: a cancelled job ends its worker. */
export const divideByRapier: DivideConvex = async (positions, indices, { maxHulls, concavity, resolution }) => {
  const { default: rapier } = await import('@dimforge/rapier3d-compat');
  await rapier.init();
  const description = described(() =>
    rapier.ColliderDesc.convexDecomposition(positions, indices, { maxConvexHulls: maxHulls, concavity, resolution }),
  );
  if (description === null || !(description.shape instanceof rapier.Compound)) return [];
  return description.shape.shapes.flatMap((shape) => (shape instanceof rapier.ConvexPolyhedron ? [Float64Array.from(shape.vertices)] : []));
};

/** @throws InspectorError `unsupported-feature` where Rapier ends by a trap of WebAssembly. */
function described<Result>(describe: () => Result): Result {
  try {
    return describe();
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name !== 'RuntimeError') throw thrown;
    throw new InspectorError(
      {
        code: 'unsupported-feature',
        message: 'V-HACD of Rapier cannot divide this mesh',
        fix: 'Use the method coacd or hull, or repair the mesh first',
        location: {},
      },
      { cause: thrown },
    );
  }
}
