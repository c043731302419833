import { InspectorError } from '../error.ts';
import { openMeshAnimation, openMeshBytes } from '../mesh/mesh-bytes.ts';
import { checkValues } from '../options/option.ts';
import type { BuildOptions } from '../options/build-options.ts';
import { refitRunOptions, type RefitRunOptions } from '../options/refit-run-options.ts';
import type { Progress } from '../progress.ts';
import { chooseClip, refitFrames, type RefitFrame } from './refit-run.ts';

export interface RefitJobRequest {
  readonly kind: 'refit';
  /** Bytes with an animation. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly build: BuildOptions;
  readonly options: RefitRunOptions;
}

export interface RefitJobResult {
  readonly kind: 'refit';
  readonly clip: { readonly name: string; readonly seconds: number };
  readonly frames: readonly RefitFrame[];
}

/** Compares refit with rebuild over an animation. @throws InspectorError as `refitFrames`; `invalid-argument` for a mesh without animation. */
export function runRefit({ mesh: bytes, build, options }: RefitJobRequest, progress: Progress): RefitJobResult {
  const checked = checkValues(refitRunOptions, options);
  const animation = openMeshAnimation(bytes);
  if (animation === null)
    throw new InspectorError({
      code: 'invalid-argument',
      message: 'The file has no animation of its mesh',
      fix: 'Use a glTF, FBX, COLLADA or USD file with an animation of nodes, skins or morph targets',
      location: {},
    });
  const clip = chooseClip(animation, checked.clip);
  const frames: RefitFrame[] = [];
  // The progress of a build is ignored; the call only checks for cancellation.
  const checkCancelled: Progress = () => progress(frames.length / checked.frames);
  for (const frame of refitFrames(openMeshBytes(bytes), animation, clip, build, checked, checkCancelled)) {
    frames.push(frame);
    progress(frames.length / checked.frames);
  }
  return { kind: 'refit', clip: { name: clip.name, seconds: clip.seconds }, frames };
}
