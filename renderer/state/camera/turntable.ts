import { orbited } from './camera-moves.ts';
import type { CameraPose } from './camera-pose.ts';
import type { PictureOptions } from './picture.ts';

/** How the camera goes around its target. */
export interface TurntableOptions {
  readonly degreesPerSecond: number;
  /** The side to which the camera goes. */
  readonly direction: 'left' | 'right';
  /** Pictures of a saved turn. */
  readonly pictures: number;
}

/** Requests that the view is saved as pictures of one turn; the serial increases with each request. */
export interface TurnRequest {
  readonly serial: number;
  readonly turntable: TurntableOptions;
  readonly picture: PictureOptions;
  /** Called once when it is saved, cancelled or has failed. */
  readonly ended: TurnEnded;
}

/** How saving a turn ended, as one sentence. */
export interface TurnOutcome {
  readonly isError: boolean;
  readonly text: string;
}

export type TurnEnded = (isError: boolean, text: string) => void;

/** A turn that is being saved. */
export interface TurnSaving {
  readonly done: number;
  readonly pictures: number;
  /** Of the pictures that are done. */
  readonly bytes: number;
  readonly cancel: () => void;
}

export const defaultTurntable: TurntableOptions = { degreesPerSecond: 30, direction: 'right', pictures: 72 };
export const turntableLimits = { degreesPerSecond: [0.1, 360], pictures: [4, 720] } as const;

/** Bytes of a PNG for each pixel of the view, as measured on meshes with and without edges: 0.2 to 0.5. */
const bytesPerPixel = 0.35;

/** Returns about how many bytes the pictures of a turn have. */
export function estimatedBytes(pictures: number, { width, height }: { readonly width: number; readonly height: number }): number {
  return pictures * width * height * bytesPerPixel;
}

/** Returns the pose after some seconds on the turntable. */
export function turnedFor(pose: CameraPose, { degreesPerSecond, direction }: TurntableOptions, seconds: number): CameraPose {
  return turned(pose, direction, degreesPerSecond * seconds);
}

/** Returns the poses of one full turn, from the given one on; the turn ends one step before it. */
export function posesOfTurn(pose: CameraPose, { direction, pictures }: TurntableOptions): readonly CameraPose[] {
  return Array.from({ length: pictures }, (_, i) => (i === 0 ? pose : turned(pose, direction, (360 * i) / pictures)));
}

function turned(pose: CameraPose, direction: TurntableOptions['direction'], degrees: number): CameraPose {
  return orbited(pose, ((direction === 'right' ? 1 : -1) * degrees * Math.PI) / 180, 0);
}
