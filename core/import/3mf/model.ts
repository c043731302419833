import type { Matrix } from '../../math/transform.ts';
import type { MaterialFrom } from '../scene/place-meshes.ts';

/** One model part of a 3MF package. Source: 3MF Core Specification 1.3.0, sections 3 and 4. */
export interface Model {
  /** Names the part in messages: the file, then the part's path in its archive. */
  readonly file: string;
  /** As written, `millimeter` where nothing is. */
  readonly unit: string;
  readonly objects: ReadonlyMap<string, ModelObject>;
  readonly items: readonly Reference[];
}

export interface ModelObject {
  readonly name: string;
  readonly line: number;
  readonly mesh: ModelMesh | null;
  readonly components: readonly Reference[];
}

export interface ModelMesh {
  /** (3·V) */
  readonly positions: Float64Array;
  /** (3·T) Every index is that of a vertex. */
  readonly triangles: Uint32Array;
  readonly materials?: readonly MaterialFrom[];
}

/** A build item or a component: an object at a place. */
export interface Reference {
  readonly objectId: string;
  /** Of the model part that has the object (production extension); `null` for the same one. */
  readonly path: string | null;
  readonly parentFromObject: Matrix;
  readonly line: number;
}

export const coreSpace = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
export const productionSpace = 'http://schemas.microsoft.com/3dmanufacturing/production/2015/06';

export const beamSpace = 'http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02';

/** Extensions without which the triangles are what they are with them; for a file that requires another they may not be. */
export const harmlessSpaces: ReadonlySet<string> = new Set([
  coreSpace,
  productionSpace,
  'http://schemas.microsoft.com/3dmanufacturing/material/2015/02',
  'http://schemas.microsoft.com/3dmanufacturing/slice/2015/07',
  beamSpace,
  'http://schemas.microsoft.com/3dmanufacturing/beamlattice/balls/2020/07',
  'http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07',
]);
