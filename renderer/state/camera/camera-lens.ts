/**
 * How a camera projects, in CSS pixels of its view: field of view and framing. `focal` is the distance of the picture plane; `center` is
 * where the axis is, from the upper left corner, and can differ from the middle of the view.
 */
export interface CameraLens {
  readonly width: number;
  readonly height: number;
  readonly focal: number;
  readonly center: readonly [x: number, y: number];
}
