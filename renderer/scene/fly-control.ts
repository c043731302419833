import type { Vec3 } from '#core/math';
import { fastFactor } from '../state/camera/fly-speed.ts';
import { flown } from '../state/camera/camera-moves.ts';
import type { CameraRig } from './camera-rig.ts';

/** Moves the camera while keys are held. */
export interface FlyControl {
  /** The directions of the held keys: right, up, forward, length 1; `null` for none. */
  readonly held: Vec3 | null;
  readonly isFast: boolean;
  /** Moves the camera up to this time. Returns whether a key is held, so that it goes on. */
  step(time: number): boolean;
  /** Releases all keys. */
  stop(): void;
  dispose(): void;
}

interface FlyParts {
  readonly rig: CameraRig;
  /** Whether letters move the camera now. */
  readonly isActive: () => boolean;
  /** Whether arrow keys of this event do too: they do not in a list or menu. */
  readonly takesArrows: (event: KeyboardEvent) => boolean;
  /** View units per second. */
  readonly speed: () => number;
  /** Whether a body walks by the keys, and they do not move the camera themselves. */
  readonly isWalking: () => boolean;
  readonly changed: () => void;
  /** The last key was released. */
  readonly ended: () => void;
}

/** Directions of keys by their position on the keyboard: right, up along the world, forward. */
const moves: Readonly<Record<string, Vec3>> = {
  KeyW: [0, 0, 1],
  KeyS: [0, 0, -1],
  KeyA: [-1, 0, 0],
  KeyD: [1, 0, 0],
  KeyQ: [0, -1, 0],
  KeyE: [0, 1, 0],
  ArrowUp: [0, 0, 1],
  ArrowDown: [0, 0, -1],
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  PageDown: [0, -1, 0],
  PageUp: [0, 1, 0],
};

/** Longest time of one step: a slow frame must not throw the camera far. */
const maxStepMilliseconds = 1000;

export function createFlyControl(parts: FlyParts): FlyControl {
  const { rig, changed } = parts;
  const held = new Set<string>();
  let isFast = false;
  let last: number | null = null;
  const stopListening = new AbortController();
  const { signal } = stopListening;
  const stop = (): void => {
    held.clear();
    last = null;
  };
  window.addEventListener(
    'keydown',
    (event) => {
      isFast = event.shiftKey;
      if (!takes(parts, event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // Times are those of the keys: events wait behind a slow frame.
      if (held.size === 0) last = event.timeStamp;
      held.add(event.code);
      changed();
    },
    { capture: true, signal },
  );
  window.addEventListener(
    'keyup',
    (event) => {
      isFast = event.shiftKey;
      if (!held.has(event.code)) return;
      // A key that was released before the next frame has moved the camera too.
      advance(event.timeStamp);
      held.delete(event.code);
      if (held.size > 0) return;
      last = null;
      if (!parts.isWalking()) parts.ended();
      changed();
    },
    { capture: true, signal },
  );
  window.addEventListener('blur', stop, { signal });

  function advance(time: number): void {
    const seconds = last === null ? 0 : Math.min(Math.max(time - last, 0), maxStepMilliseconds) / 1000;
    last = Math.max(time, last ?? time);
    const direction = directionOf(held);
    if (seconds === 0 || direction === null || parts.isWalking()) return;
    const by = parts.speed() * seconds * (isFast ? fastFactor : 1);
    const side = rig.lens.isMirrored ? -1 : 1;
    rig.change('jump', (pose) => flown(pose, rig.frame, [side * direction[0] * by, direction[1] * by, direction[2] * by]));
  }

  return {
    get held() {
      return directionOf(held);
    },
    get isFast() {
      return isFast;
    },
    step(time) {
      if (held.size === 0) return false;
      if (!parts.isActive()) {
        stop();
        return false;
      }
      advance(time);
      return true;
    },
    stop,
    dispose: () => stopListening.abort(),
  };
}

function takes({ isActive, takesArrows }: FlyParts, event: KeyboardEvent): boolean {
  if (moves[event.code] === undefined || event.ctrlKey || event.metaKey || event.altKey || !isActive()) return false;
  return event.code.startsWith('Key') || takesArrows(event);
}

/** Returns the direction of all held keys together, length 1; `null` if they cancel each other out. */
function directionOf(held: ReadonlySet<string>): Vec3 | null {
  const total: [number, number, number] = [0, 0, 0];
  for (const code of held) moves[code]!.forEach((value, axis) => (total[axis]! += value));
  const size = Math.hypot(...total);
  return size === 0 ? null : [total[0] / size, total[1] / size, total[2] / size];
}
