import type { DocumentId, MissingMesh, ProjectFileToken, ProjectId } from '#host-api';

/** The project that the window shows. */
export interface OpenProject {
  readonly name: string;
  /** The file that the host writes; `null` if the page saves it as a new file each time. */
  readonly fileToken: ProjectFileToken | null;
  /** Whether its meshes are embedded. */
  readonly isEmbedded: boolean;
}

/** A project that is about to open while meshes are open that do not belong to it. */
export interface OtherMeshesChoice {
  readonly name: string;
  /** Names of the other meshes. */
  readonly others: readonly string[];
  readonly choose: (others: 'close' | 'keep' | 'cancel') => void;
}

/** A project that is being read, opened or saved. */
export interface ProjectJob {
  readonly text: string;
  readonly fraction: number;
  readonly cancel: () => void;
}

/** A mesh that was not found, with the document of the files that the user has chosen instead. */
export interface SuppliedMesh extends MissingMesh {
  readonly document: DocumentId | null;
}

export interface MissingMeshes {
  readonly project: ProjectId;
  /** Name of the project. */
  readonly name: string;
  readonly meshes: readonly SuppliedMesh[];
}
