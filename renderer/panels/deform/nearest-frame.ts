import type { RefitFrame } from '#core/job';
import type { PlayerState } from '../../state/playback/player-state.ts';

export function nearestFrame(frames: readonly RefitFrame[], seconds: number): number | null {
  let nearest: number | null = null;
  for (const [i, frame] of frames.entries()) {
    if (nearest === null || Math.abs(frame.seconds - seconds) < Math.abs(frames[nearest]!.seconds - seconds)) nearest = i;
  }
  return nearest;
}

/** The ray cost of the pose on screen, and its share of another cost. */
export interface ShownCost {
  readonly cost: number | null;
  readonly decay: number | null;
  readonly of: 'rest pose' | 'first frame';
}

/**
 * Returns the ray cost of the pose on screen. Once the clip is measured it is that of the nearest frame, as in the plot. Shares of the rest
 * pose and of the first frame cannot be compared. `null` in the rest pose.
 */
export function shownCost({ figures, run, clip, seconds }: PlayerState): ShownCost | null {
  if (figures === null) return null;
  const frames = (run.kind === 'done' || run.kind === 'running') && run.clip === clip ? run.frames : [];
  const nearest = nearestFrame(frames, seconds);
  if (nearest === null) return { cost: figures.cost, decay: figures.decay, of: 'rest pose' };
  const { refittedCost, decay } = frames[nearest]!;
  return { cost: refittedCost, decay, of: 'first frame' };
}
