import { signal } from '@preact/signals-core';
import { orbited } from './camera-moves.ts';
import type { CameraPose } from './camera-pose.ts';
import { type PictureOptions, plainPicture } from './picture.ts';

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

/** A picture of the view as it is, from which the size of a turn is estimated. */
export interface TurnSample {
  readonly isWanted: boolean;
  /** Of the picture as PNG, as large as on the screen; `null` until it is known. */
  readonly bytes: number | null;
}

/**
 * Returns about how many bytes the pictures of a turn have. A PNG of edges and smooth surfaces grows less than its pixels: pictures twice
 * and four times as large along a side had 2.9 and 8.2 times the bytes.
 */
export function estimatedBytes(pictures: number, sampleBytes: number, scale: PictureOptions['scale']): number {
  return pictures * sampleBytes * scale ** 1.5;
}

/** What the store holds of the turntable. */
export interface TurnValues {
  /** Whether the camera goes around its target. */
  turns: boolean;
  turntable: TurntableOptions;
  /** Requests that the view is saved as pictures of a turn. */
  turnRequest: TurnRequest;
  /** The turn that is being saved. */
  turnSaving: TurnSaving | null;
  turnSample: TurnSample;
  /** How saving ended, while the dialog shows it. */
  turnOutcome: TurnOutcome | null;
}

/** Returns the signals of the turntable. */
export function turnSignals() {
  return {
    turns: signal(false),
    turntable: signal<TurntableOptions>(defaultTurntable),
    turnRequest: signal<TurnRequest>({ serial: 0, turntable: defaultTurntable, picture: plainPicture, ended: () => {} }),
    turnSaving: signal<TurnSaving | null>(null),
    turnSample: signal<TurnSample>({ isWanted: false, bytes: null }),
    turnOutcome: signal<TurnOutcome | null>(null),
  };
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
