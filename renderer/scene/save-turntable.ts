import { effect, untracked } from '@preact/signals-core';
import { createStoredZip } from '#core/stored-zip';
import { setHover } from '../commands/actions.ts';
import { reportTurnSample, reportTurnSaving } from '../commands/turntable-actions.ts';
import { saveBlob } from '../host/save-file.ts';
import { posesOfTurn, type TurnRequest } from '../state/camera/turntable.ts';
import { formatBytes, formatCount } from '../text/format-number.ts';
import { pictureName, takePicture } from './take-picture.ts';
import type { ViewState } from './view-state.ts';

/** Saves one turn of the view as numbered pictures whenever the store requests it. Returns the function that stops it. */
export function followTurnRequests(state: ViewState): () => void {
  const { store, link } = state;
  const stop = effect(() => {
    const request = store.turnRequest.value;
    if (request.serial > 0 && link.leads) untracked(() => void saveTurn(state, request));
  });
  const stopSamples = effect(() => {
    const { isWanted, bytes } = store.turnSample.value;
    if (isWanted && bytes === null && link.leads) untracked(() => takeSample(state));
  });
  return () => {
    stop();
    stopSamples();
    store.turnSaving.peek()?.cancel();
  };
}

/** Draws one picture as large as on the screen. */
function takeSample(state: ViewState): void {
  const { store } = state;
  const picture = { ...store.pictureOptions.peek(), scale: 1 } as const;
  takePicture(state, picture).toBlob((blob) => blob !== null && reportTurnSample(store, blob.size), 'image/png');
}

/** The pictures become parts of the file one by one: the browser may keep them on the disk. */
async function saveTurn(state: ViewState, { turntable, picture, ended }: TurnRequest): Promise<void> {
  const { store, rig } = state;
  const { pictures } = turntable;
  const name = pictureName(state);
  const digits = String(pictures).length;
  const zip = createStoredZip();
  const parts: Blob[] = [];
  let isCancelled = false;
  const cancel = (): void => void (isCancelled = true);
  let size = '';
  let length = 0;
  try {
    for (const [i, pose] of posesOfTurn(rig.pose, turntable).entries()) {
      reportTurnSaving(store, { done: i, pictures, bytes: length, cancel });
      // What the pointer rests on is no part of the pictures.
      setHover(store, null);
      const canvas = takePicture(state, picture, pose);
      size ||= sizeOf(canvas);
      if (sizeOf(canvas) !== size) throw new Error('The size of the view changed. Save it again.');
      const bytes = await pngOf(canvas);
      if (isCancelled) return ended(false, 'Saving the turntable was cancelled; no file was saved.');
      length += bytes.length;
      parts.push(new Blob([zip.add(`${name}-${String(i + 1).padStart(digits, '0')}.png`, bytes), bytes]));
    }
    const file = new Blob([...parts, zip.end()], { type: 'application/zip' });
    saveBlob(file, `${name}-turntable.zip`);
    ended(false, `Saved ${name}-turntable.zip: ${formatCount(pictures)} pictures of ${size} pixels, ${formatBytes(file.size)}`);
  } catch (thrown) {
    ended(true, `The turntable could not be saved: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  } finally {
    reportTurnSaving(store, null);
  }
}

function sizeOf({ width, height }: HTMLCanvasElement): string {
  return `${width} × ${height}`;
}

/** Between two pictures the page handles its events. */
async function pngOf(canvas: HTMLCanvasElement): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('A picture is too large. Choose a smaller scale.');
  return new Uint8Array(await blob.arrayBuffer());
}
