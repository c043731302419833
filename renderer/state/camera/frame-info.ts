/** What the view measured, for the status bar. */
export interface FrameInfo {
  readonly milliseconds: number;
  readonly renderer: string;
  /** How the instances in sight are drawn; `null` where all of them are meshes. */
  readonly instances: DrawnInstances | null;
}

/** Instances in sight by how they are drawn. */
export interface DrawnInstances {
  readonly meshes: number;
  readonly boxes: number;
  readonly points: number;
}
