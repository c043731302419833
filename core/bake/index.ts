/** Bake formats: writers, readers and verification. */
export { type BakeFormat, type BakeFormatName, bakeFormatNames, bakeFormatOf, bakeFormats } from './bake-formats.ts';
export type { Baked, BakeInput } from './bake-input.ts';
export { bakeMesh } from './bake-mesh.ts';
export type { BakeNote } from './bake-note.ts';
export { bakedFormat, type BakedFormatName } from './baked-format.ts';
export type { BakeSource } from './boxwood/contents.ts';
export { maxTrees } from './boxwood/layout.ts';
export { usualForward } from './export/axes-map.ts';
export { type Conversion, changesNothing, missingOfSpace, planConversion } from './export/conversion.ts';
export { convertedBounds, expectedBytes, type ExportFacts, exportFacts } from './export/expected-bytes.ts';
export { meshOfRuns, type TriangleRuns } from '../mesh/mesh-of-runs.ts';
export { runsOfParts } from '../mesh/runs-of-parts.ts';
export { importBoxwood, type ImportedBake } from './import-boxwood.ts';
export { importPhysx } from './physx/import-physx.ts';
export { importThreeMeshBvh } from './three-mesh-bvh/import-three-mesh-bvh.ts';
export type { BakedFrom } from './verify/difference.ts';
export { type Verification, verifyBaked, type VerifyRequest } from './verify/verify-baked.ts';
export { withColliderNames } from './export/collider-part-names.ts';
