import type { TriangleMesh } from '#core/mesh';
import type { PlaceOptions } from '#core/options';
import type { PackedScene } from '#core/scene';

/** A mesh to place, as a worker gets it. */
export type MeshToPlace = Pick<TriangleMesh, 'positions' | 'indices' | 'parts'>;

/** What a worker places. */
export interface PlaceRequest {
  readonly meshes: readonly MeshToPlace[];
  /** File name of each mesh, then of the surface. */
  readonly names: readonly string[];
  readonly surface: MeshToPlace | null;
  readonly options: PlaceOptions;
}

/** The placed instances; for parts also the distinct meshes, as OBJ. */
export interface PlacedScene {
  readonly scene: PackedScene;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** The text of the scene, where there are files. */
  readonly text: string;
}
