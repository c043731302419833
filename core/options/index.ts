/** Option tables: type, range, default and meaning of each option, once. */
export { convexPairOptions, type ConvexPairOptions } from './convex-pair-options.ts';
export { batchOptions } from './batch-options.ts';
export { boxOptions, type BoxOptions } from './box-options.ts';
export { bspOptions, type BspOptions } from './bsp-options.ts';
export { buildOptions, type BuildOptions, quickTree } from './build-options.ts';
export { cacheOptions } from './cache-options.ts';
export { type CheckOptions, checkOptions, type MergeOptions, mergeOptions } from './check-options.ts';
export {
  exportOptions,
  type ExportOptions,
  exportPartOptions,
  type ExportPreset,
  exportPresets,
  type FlatChoice,
  flatOptions,
  withPreset,
} from './export-options.ts';
export { type EngineChoice, type EngineOptions, engineOptions } from './engine-options.ts';
export { type FilterOptions, filterOptions, partFilterOptions, type PartFilterOptions } from './filter-options.ts';
export { type ColliderOptions, colliderOptions, colliderOptionsOf } from './collider-options.ts';
export { type DecomposeOptions, decomposeOptions, decomposeOptionsOf } from './decompose-options.ts';
export { type DeviationOptions, deviationOptions } from './deviation-options.ts';
export { type FitOptions, fitOptions, usedFitOptions } from './fit-options.ts';
export { changedFlags, flagOf } from './flag-text.ts';
export { healthOptions, type HealthOptions } from './health-options.ts';
export { type HullOptions, hullOptions, type Per, perOption } from './hull-options.ts';
export { checkImportOptions, type ImportOptions, importOptions, pairImportOptions } from './import-options.ts';
export { type InsideOptions, insideOptions } from './inside-options.ts';
export { nearestOptions } from './nearest-options.ts';
export {
  checkValues,
  type ChoiceOption,
  defaultValues,
  type Option,
  type OptionTable,
  type OptionValues,
  sameValues,
  type TextOption,
  withoutFormerNames,
} from './option.ts';
export { type MotionOptions, motionOptions } from './motion-options.ts';
export { type OverlapOptions, overlapOptions } from './overlap-options.ts';
export { type PairOptions, pairOptions } from './pair-options.ts';
export { type PatchOptions, patchOptions } from './patch-options.ts';
export { type PlaneOptions, planeOptions } from './plane-options.ts';
export { type PushOutOptions, pushOutOptions } from './push-out-options.ts';
export { type RayOptions, rayOptions } from './ray-options.ts';
export { refitRunOptions, type RefitRunOptions } from './refit-run-options.ts';
export { type RepairOptions, repairOptions } from './repair-options.ts';
export { type PlaceOptions, placeOptions } from './place-options.ts';
export { type SceneOptions, sceneOptions } from './scene-options.ts';
export { type SpaceOptions, spaceOptions } from './space-options.ts';
export { type SphereOptions, sphereOptions } from './sphere-options.ts';
export { type SweepOptions, sweepOptions } from './sweep-options.ts';
export { threadOptions } from './thread-options.ts';
export { verifyOptions, type VerifyOptions } from './verify-options.ts';
export { type WalkOptions, walkOptions } from './walk-options.ts';
export { worstOptions, type WorstOptions } from './worst-options.ts';
