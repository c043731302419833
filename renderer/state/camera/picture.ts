/** How the view is saved as a picture. */
export interface PictureOptions {
  /** Pixels of the picture for each pixel of the screen, along a side. */
  readonly scale: 1 | 2 | 4;
  /** Whether the picture is transparent where nothing is drawn. */
  readonly isTransparent: boolean;
}

export const plainPicture: PictureOptions = { scale: 1, isTransparent: false };

/** Requests a picture of the view; the serial increases with each request. */
export interface PictureRequest {
  readonly serial: number;
  readonly options: PictureOptions;
}
