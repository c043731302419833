import { orbited, shifted } from '../state/camera/camera-moves.ts';
import type { CameraRig } from './camera-rig.ts';

/** What an arrow key rotates the camera by. */
const orbitRadians = Math.PI / 24;
/** What an arrow key pans the picture by, as a share of its height. */
const panShare = 1 / 16;

const arrows: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Key of the focused view. */
export interface ViewKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/**
 * Moves the camera by a key of the focused view: arrow keys orbit, with Shift they pan, plus and minus move towards and away from the
 * middle of the picture. `zoom` moves by notches of the wheel. Returns whether the key has a meaning here.
 */
export function moveByKey(rig: CameraRig, { key, shiftKey }: ViewKey, zoom: (notches: number) => void): boolean {
  const arrow = arrows[key];
  if (arrow === undefined) {
    const notches = key === '+' || key === '=' ? 1 : key === '-' || key === '_' ? -1 : 0;
    if (notches !== 0) zoom(notches);
    return notches !== 0;
  }
  const side = rig.lens.isMirrored ? -1 : 1;
  const [right, up] = [side * arrow[0], arrow[1]];
  rig.change('jump', (pose) => {
    if (!shiftKey) return orbited(pose, right * orbitRadians, up * orbitRadians);
    const step = (panShare * pose.distance * rig.lens.height) / rig.lens.focal;
    return shifted(pose, rig.frame, [right * step, up * step, 0]);
  });
  return true;
}
