/**
 * Queries of two meshes, `(a, b, aFromB, options?, progress?, loaded?)`: `pairs` (also yes or no), `contact` (contacts and contact
 * curves) and `distance`; `deviation` measures how far one surface is from another. `loaded` puts a pair into WebAssembly, `volume` tests nodes of two trees.
 */
export {
  closedLoopCount,
  contactCurves,
  curveCount,
  curveEndCounts,
  curveOfEachContact,
  endsOfCurve,
  noCurve,
  noCurveEnd,
  outlineLoopCount,
  type ContactCurves,
} from './contact/contact-curves.ts';
export { contactAt, contactCount, contactLength, contacts, type Contact, type Contacts } from './contact/contacts.ts';
export { curveEndKinds, curveEndTexts, type CurveEndKind } from './contact/curve-ends.ts';
export { curveKinds, type CurveKind } from './contact/segment-kinds.ts';
export { distanceField, type DistanceField } from './deviation/distance-field.ts';
export { divideTriangles } from './deviation/divide-triangles.ts';
export { farthestDistance, type FarthestDistance, type FarthestLimits } from './deviation/farthest-distance.ts';
export { meshDistanceBruteForce } from './distance/brute-force.ts';
export { meshDistance, type DistanceResult, type DistanceWitness } from './distance/distance.ts';
export { loadPair, type LoadedPair, type LoadPairOptions } from './loaded/load-pair.ts';
export { loadPairParallel, type LoadedParallel } from './loaded/load-pair-parallel.ts';
export { pairsBruteForce } from './pairs/brute-force.ts';
export { pairs, surfacesIntersect, type OverlapResult, type PairsResult, type PairStats } from './pairs/pairs.ts';
export { pairRow, separationAt, type PairRow } from './trace/pair-row.ts';
export { axisName, createSeparator, separationOf, type Separation, type Separator } from './trace/separation.ts';
export { tracePair, type TracePairQuery } from './trace/trace-pair.ts';
export { explainPairOfTriangles, explainTriangleOfPair, type PairVerdict } from './trace/why-pair.ts';
export { pairStepText, pairVerdictText, type PairTraceKind } from './trace/words.ts';
export type { TreedMesh } from './treed-mesh.ts';
