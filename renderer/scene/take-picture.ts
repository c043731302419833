import { effect, untracked } from '@preact/signals-core';
import { reportPictureError } from '../commands/report-view.ts';
import { saveBlob } from '../host/save-file.ts';
import type { CameraPose } from '../state/camera/camera-pose.ts';
import type { PictureOptions } from '../state/camera/picture.ts';
import { documentLabel } from '../state/documents/document-label.ts';
import { arrangeLabels, drawAt, placeCamera } from './draw-view.ts';
import type { ViewState } from './view-state.ts';

/** Saves the view as a PNG whenever the store requests it. Returns the function that stops it. */
export function followPictures(state: ViewState): () => void {
  const { store, link } = state;
  return effect(() => {
    const { serial, options } = store.pictureRequest.value;
    if (serial === 0 || !link.leads) return;
    untracked(() => {
      const name = pictureName(state);
      takePicture(state, options).toBlob((blob) => {
        if (blob === null) reportPictureError(store);
        else saveBlob(blob, `${name}.png`);
      }, 'image/png');
    });
  });
}

/** Returns the name of a picture of the view without extension: that of the active document. */
export function pictureName({ store }: ViewState): string {
  const active = store.scene.peek().activeDocument;
  return active === null ? 'view' : documentLabel(store.documents.peek(), active).replace(/\.\w+$/, '');
}

/**
 * Draws the view with its labels into a canvas, `scale` times as large as on the screen, or as large as the GPU allows. With a pose it is
 * seen from there; the view itself stays as it is.
 */
export function takePicture(state: ViewState, { scale, isTransparent }: PictureOptions, pose?: CameraPose): HTMLCanvasElement {
  const { rig, pixels } = state;
  const before = rig.pose;
  const ratio = pixels.ratio.value;
  try {
    if (pose !== undefined && pose !== before) seeFrom(state, pose);
    return pictureOf(state, scale, isTransparent);
  } finally {
    if (rig.pose !== before) seeFrom(state, before);
    drawAt(state, ratio);
  }
}

function pictureOf(state: ViewState, scale: number, isTransparent: boolean): HTMLCanvasElement {
  const { canvas, gl, pixels } = state;
  const ratio = pixels.ratio.value;
  const [maxWidth, maxHeight] = gl.getParameter(gl.MAX_VIEWPORT_DIMS) as Int32Array;
  const factor = Math.min(scale, maxWidth! / canvas.width, maxHeight! / canvas.height);
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d')!; // A canvas without another context.
  drawAt(state, ratio * factor);
  picture.width = canvas.width;
  picture.height = canvas.height;
  if (!isTransparent) fillGround(context, canvas);
  // Right after the frame: the canvas is empty in the next turn.
  context.drawImage(canvas, 0, 0);
  context.scale(ratio * factor, ratio * factor);
  const { left, top } = canvas.getBoundingClientRect();
  for (const line of canvas.parentElement?.querySelectorAll<SVGLineElement>('.view-leader') ?? []) drawLeader(context, line);
  for (const label of canvas.parentElement?.querySelectorAll<HTMLElement>('.view-label.shown') ?? []) drawLabel(context, label, left, top);
  return picture;
}

/** Moves the camera for a picture. Nobody else learns of it: the view shares its camera when it draws a frame. */
function seeFrom(state: ViewState, pose: CameraPose): void {
  state.rig.change('jump', () => pose);
  placeCamera(state, performance.now());
  arrangeLabels(state);
}

/** The ground of the view, which the page draws behind the canvas. */
function fillGround(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement): void {
  const style = getComputedStyle(canvas);
  const gradient = context.createLinearGradient(0, 0, 0, canvas.height);
  gradient.addColorStop(0, style.getPropertyValue('--surface-view-top').trim());
  gradient.addColorStop(1, style.getPropertyValue('--surface-view-bottom').trim());
  context.fillStyle = gradient;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

/** Draws the line of a label, CSS pixels. */
function drawLeader(context: CanvasRenderingContext2D, line: SVGLineElement): void {
  const style = getComputedStyle(line);
  if (style.visibility === 'hidden') return;
  context.beginPath();
  context.moveTo(line.x1.baseVal.value, line.y1.baseVal.value);
  context.lineTo(line.x2.baseVal.value, line.y2.baseVal.value);
  context.lineWidth = parseFloat(style.strokeWidth) || 1;
  context.strokeStyle = style.stroke;
  context.stroke();
}

/** Draws a label as the page does, CSS pixels. */
function drawLabel(context: CanvasRenderingContext2D, label: HTMLElement, left: number, top: number): void {
  const box = label.getBoundingClientRect();
  const style = getComputedStyle(label);
  context.beginPath();
  context.roundRect(box.left - left, box.top - top, box.width, box.height, Math.min(parseFloat(style.borderRadius) || 0, box.height / 2));
  context.fillStyle = style.backgroundColor;
  context.fill();
  context.lineWidth = parseFloat(style.borderWidth) || 0;
  context.strokeStyle = style.borderColor;
  if (context.lineWidth > 0) context.stroke();
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(label.textContent, box.left - left + box.width / 2, box.top - top + box.height / 2 + 0.5);
}
