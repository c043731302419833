import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { KindFormat, Tree } from '../layout.ts';
import type { Report } from '../tree-rules.ts';

/** A kind of tree: everything that differs between kinds, except the tests in the inner loops of queries. */
export interface KindSpec extends KindFormat, VolumeSpec {
  /** Name of a bounding volume, for text like `32 spheres`. */
  readonly volumeName: { readonly one: string; readonly many: string };
  /** Whether `build` applies `maxDepth` itself. Then the boxes it starts from are divided without a depth limit. */
  readonly limitsDepth: boolean;
  /**
   * The bytes of a tree with the division of `boxes`, the bytes of a tree of kind `aabb` of the same mesh.
   * @throws whatever `progress` throws; InspectorError `too-large` for kinds with limits of their own.
   */
  readonly build: (boxes: ArrayBuffer, mesh: TriangleMesh, maxDepth: number, progress: Progress) => ArrayBuffer;
  /** Estimated memory of `build`, in bytes, without `boxes` and the mesh. */
  readonly buildMemory: (counts: BuildCounts) => number;
  /** Checks the part of the header that only this kind has. */
  readonly checkHeader: (tree: Tree, report: Report) => void;
}

/** What a kind takes from the shape of its bounding volumes. */
export interface VolumeSpec {
  /** Checks that the numbers of a node are a valid volume. */
  readonly checkVolume: (tree: Tree, node: number, report: Report) => void;
  /** Checks that the volume of a child lies in that of its parent; `null` for kinds whose volumes contain triangles, but not the volumes of children. */
  readonly checkHoldsChild: ((tree: Tree, parent: number, child: number, report: Report) => void) | null;
  /** Checks that the volume of a node contains a triangle, in exact arithmetic. */
  readonly checkHoldsTriangle: (tree: Tree, mesh: TriangleMesh, node: number, triangle: number, report: Report) => void;
  /** Half the surface area of a node's volume, or of the box around it, in mesh units squared. `box` (6) is scratch. */
  readonly halfArea: (tree: Tree, node: number, box: Float32Array) => number;
  /** Makes a function that measures nodes; it has its own scratch memory. */
  readonly createMeasure: () => VolumeMeasure;
  /** Whether measuring a node takes so long that large trees are sampled. */
  readonly isMeasureSlow: boolean;
  readonly geometry: VolumeGeometry;
}

/** Geometry of the volumes of a kind, for drawing and text. Points are relative to the tree's origin. */
export type VolumeGeometry =
  /** The axis-aligned box of `readNodeBox`. */
  | { readonly kind: 'box' }
  | { readonly kind: 'sphere'; readonly sphereOf: (tree: Tree, node: number) => { readonly centre: Vec3; readonly radius: number } }
  | {
      readonly kind: 'polytope';
      readonly polytopeOf: (tree: Tree, node: number) => Polytope;
      /** Lengths of the sides of a box; `null` for other polytopes. */
      readonly sidesOf: ((tree: Tree, node: number) => Vec3) | null;
      /** Sides of the rectangle and radius of a swept sphere; `null` for other bodies. */
      readonly roundOf: ((tree: Tree, node: number) => Rounded) | null;
      /** Whether `polytopeOf` takes so long that large numbers of nodes are drawn as boxes. */
      readonly isSlow: boolean;
    };

/** Sizes of a rectangle swept by a sphere. */
export interface Rounded {
  readonly sides: readonly [number, number];
  readonly radius: number;
}

/** A convex body with flat faces, which are counter-clockwise seen from outside. Each edge is listed once. */
export interface Polytope {
  readonly faces: readonly (readonly Vec3[])[];
  readonly edges: readonly (readonly [from: Vec3, to: Vec3])[];
}

/** Counts of a tree that is still to be built. */
export interface BuildCounts {
  readonly triangles: number;
  readonly leaves: number;
  readonly nodes: number;
}

/** Surface area and volume of a bounding volume, in mesh units squared and cubed. */
export interface Measure {
  readonly area: number;
  readonly volume: number;
}

export type VolumeMeasure = (tree: Tree, node: number) => Measure;
