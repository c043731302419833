/** What other parts of the product use of this room. */
export { dracoStepLimit } from './draco/step-limit.ts';
export { fileExtension, isMeshFileName } from './file-kind.ts';
export { formats, formatsInWords } from './formats.ts';
export {
  type ApartCollider,
  type DecodeDraco,
  type DracoAttributeRequest,
  type DracoMesh,
  type SceneChoice,
} from './importer.ts';
export { interpretSpace } from './interpret-space.ts';
export { type ByteSource, inMebibytes } from './source/byte-source.ts';
export { type RunningHash } from './source/watched-source.ts';
export type { FacetBlocks, ReadHelp } from './stl/facet-blocks.ts';
