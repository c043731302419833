/** Draws on demand: nothing happens between two changes. */
export interface RenderLoop {
  /** Whether a requested frame is not drawn yet. */
  readonly pending: boolean;
  /** Requests a frame. Further requests before it is drawn have no effect. */
  request(): void;
  dispose(): void;
}

export interface RenderLoopParts {
  /** Draws. Returns whether another frame must follow, as in a flight of the camera. */
  draw(time: number): boolean;
  /** Whether the GPU still works on the last frame; a new one then waits, so that frames do not queue up behind a slow GPU. */
  busy(): boolean;
  schedule(callback: (time: number) => void): number;
  cancel(handle: number): void;
}

export function createRenderLoop({ draw, busy, schedule, cancel }: RenderLoopParts): RenderLoop {
  let handle: number | null = null;

  const run = (time: number): void => {
    handle = null;
    if (busy() || draw(time)) request();
  };

  const request = (): void => {
    handle ??= schedule(run);
  };

  return {
    get pending() {
      return handle !== null;
    },
    request,
    dispose() {
      if (handle !== null) cancel(handle);
      handle = null;
    },
  };
}
