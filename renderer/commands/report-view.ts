/** Reports of the view to the store: camera, frames, and the object under the pointer. None is an undo step. */
import type { Vec3 } from '#core/math';
import type { DocumentId } from '#host-api';
import type { CameraLens } from '../state/camera/camera-lens.ts';
import type { FrameInfo } from '../state/camera/frame-info.ts';
import type { SharedCamera } from '../state/camera/camera-pose.ts';
import type { ViewCamera } from '../state/heat/heat-image.ts';
import type { MeasurePoint } from '../state/measure/measure.ts';
import { writeLog } from '../state/store/write-log.ts';
import { writable, type Store } from '../state/store/store.ts';

export function reportFrame(store: Store, frame: FrameInfo): void {
  writable(store).frame.value = frame;
}

/** Reports the camera that a view has moved; the other views take it. */
export function reportSharedCamera(store: Store, camera: SharedCamera): void {
  writable(store).camera.value = camera;
}

/** Reports the lens of the view that moved the camera last. */
export function reportLens(store: Store, lens: CameraLens): void {
  writable(store).lens.value = lens;
}

export function reportCamera(store: Store, camera: ViewCamera): void {
  writable(store).viewCamera.value = camera;
}

/** Records the time from the upload of a document's mesh until it was on the screen. Later calls for the same mesh change nothing. */
export function reportFirstFrame(store: Store, id: DocumentId, milliseconds: number): void {
  const documents = store.documents.peek();
  const at = documents.findIndex((document) => document.summary.id === id);
  const document = documents[at];
  if (document === undefined || document.firstFrameMilliseconds !== null) return;
  writable(store).documents.value = documents.with(at, { ...document, firstFrameMilliseconds: milliseconds });
}

/** `point` is the surface point under the pointer, in source space; `null` for none. */
export function reportPointer(store: Store, point: Vec3 | null): void {
  writable(store).pointer.value = point;
}

/** Reports whether the wheel stopped, because the view would have become empty. */
export function reportEnd(store: Store, isAtEnd: boolean): void {
  if (store.isAtEnd.peek() !== isAtEnd) writable(store).isAtEnd.value = isAtEnd;
}

/** Reports that the view could not be written as a picture. */
export function reportPictureError(store: Store): void {
  writeLog(writable(store), 'error', 'The picture could not be written: it is too large. Choose a smaller scale.');
}

/** Reports the point that a click of the measure tool would take; `null` for none. */
export function reportMeasureHover(store: Store, point: MeasurePoint | null): void {
  writable(store).measureHover.value = point;
}

/** Reports the document under the pointer that cannot be picked because it has no tree; `null` for none. */
export function reportUnpickable(store: Store, document: DocumentId | null): void {
  writable(store).unpickable.value = document;
}
