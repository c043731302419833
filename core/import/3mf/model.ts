import type { Matrix } from '../../math/transform.ts';
import type { MaterialFrom } from '../scene/place-meshes.ts';

/** One model part of a 3MF package. Source: 3MF Core Specification 1.3.0, sections 3 and 4. */
export interface Model {
  /** Name of the part in messages: the file, then the path of the part in its archive. */
  readonly file: string;
  /** Whether it is of version 0.93. */
  readonly isEarly: boolean;
  /** As written; `millimeter` when missing. */
  readonly unit: string;
  readonly objects: ReadonlyMap<string, ModelObject>;
  readonly items: readonly Reference[];
}

export interface ModelObject {
  readonly name: string;
  /** As written; `model` when missing. */
  readonly type: string;
  readonly line: number;
  readonly mesh: ModelMesh | null;
  readonly components: readonly Reference[];
}

export interface ModelMesh {
  /** (3·V) */
  readonly positions: Float64Array;
  /** (3·T) Vertex indices; all are valid. */
  readonly triangles: Uint32Array;
  readonly materials?: readonly MaterialFrom[];
}

/** A build item or a component: an object with a transform. */
export interface Reference {
  readonly objectId: string;
  /** Path of the model part that has the object (production extension); `null` for the same part. */
  readonly path: string | null;
  readonly parentFromObject: Matrix;
  readonly line: number;
}

export const coreSpace = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
/** Namespace of version 0.93, which programs of Microsoft wrote in 2013 and 2014. */
export const earlySpace = 'http://schemas.microsoft.com/3dmanufacturing/2013/01';
export const productionSpace = 'http://schemas.microsoft.com/3dmanufacturing/production/2015/06';

export const materialSpace = 'http://schemas.microsoft.com/3dmanufacturing/material/2015/02';
export const beamSpace = 'http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02';

/** Extensions that do not change the triangles. A file that requires any other extension may be read wrongly. */
export const harmlessSpaces: ReadonlySet<string> = new Set([
  coreSpace,
  productionSpace,
  materialSpace,
  'http://schemas.microsoft.com/3dmanufacturing/slice/2015/07',
  beamSpace,
  'http://schemas.microsoft.com/3dmanufacturing/beamlattice/balls/2020/07',
  'http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07',
]);
