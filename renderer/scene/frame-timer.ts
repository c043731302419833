/** What a fence needs of WebGL2. */
export type FenceContext = Pick<
  WebGL2RenderingContext,
  'fenceSync' | 'getSyncParameter' | 'deleteSync' | 'flush' | 'isContextLost' | 'SYNC_GPU_COMMANDS_COMPLETE' | 'SYNC_STATUS' | 'SIGNALED'
>;

export interface FrameTimer {
  /** Whether the GPU still works on the last frame that was measured. */
  readonly pending: boolean;
  /** To be called after the last draw of a frame that began at `start`; `done` is told once its pixels are there. */
  measure(start: number, done: (milliseconds: number) => void): void;
  dispose(): void;
}

/** How often a fence is asked, milliseconds. Its status changes only between tasks. */
const askEvery = 1;

/**
 * Times frames to a signalled fence: drawing calls only queue work, so the time until they return says nothing. (In
 * software GL they were seen to return after 43 ms, and the pixels to come after 5.4 s.)
 */
export function createFrameTimer(
  gl: FenceContext,
  now: () => number = () => performance.now(),
  later: (ask: () => void) => () => void = wait,
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
      const ask = (): void => {
        // A lost context never signals.
        if (pending === null || gl.isContextLost()) return drop();
        if (gl.getSyncParameter(pending, gl.SYNC_STATUS) !== gl.SIGNALED) {
          stop = later(ask);
          return;
        }
        drop();
        done(now() - start);
      };
      stop = later(ask);
    },
    dispose: drop,
  };
}

function wait(ask: () => void): () => void {
  const timer = setTimeout(ask, askEvery);
  return () => clearTimeout(timer);
}
