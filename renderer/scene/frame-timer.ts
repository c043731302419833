/** The part of WebGL2 that a fence needs. */
export type FenceContext = Pick<
  WebGL2RenderingContext,
  'fenceSync' | 'getSyncParameter' | 'deleteSync' | 'flush' | 'isContextLost' | 'SYNC_GPU_COMMANDS_COMPLETE' | 'SYNC_STATUS' | 'SIGNALED'
>;

export interface FrameTimer {
  /** Whether the GPU still works on the last frame that was measured. */
  readonly pending: boolean;
  /** Call it after the last draw call of a frame that began at `start`. `done` is called once the GPU has finished the frame. */
  measure(start: number, done: (milliseconds: number) => void): void;
  dispose(): void;
}

/** Polling interval of a fence, milliseconds. Its status changes only between tasks. */
const pollInterval = 1;

/**
 * Measures frames up to a signalled fence: draw calls only queue work, so the time until they return is not the frame
 * time. (In software GL they returned after 43 ms, and the pixels were ready after 5.4 s.)
 */
export function createFrameTimer(
  gl: FenceContext,
  now: () => number = () => performance.now(),
  later: (poll: () => void) => () => void = wait,
): FrameTimer {
  let pending: WebGLSync | null = null;
  let stop: () => void = () => {};

  const drop = (): void => {
    stop();
    if (pending !== null) gl.deleteSync(pending);
    pending = null;
  };

  return {
    get pending() {
      return pending !== null;
    },
    measure(start, done) {
      drop();
      pending = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      gl.flush();
      const poll = (): void => {
        // A lost context never signals.
        if (pending === null || gl.isContextLost()) return drop();
        if (gl.getSyncParameter(pending, gl.SYNC_STATUS) !== gl.SIGNALED) {
          stop = later(poll);
          return;
        }
        drop();
        done(now() - start);
      };
      stop = later(poll);
    },
    dispose: drop,
  };
}

function wait(poll: () => void): () => void {
  const timer = setTimeout(poll, pollInterval);
  return () => clearTimeout(timer);
}
