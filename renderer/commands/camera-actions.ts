/** Changes of the camera that commands, panels and the view share. None is an undo step. */
import { batch } from '@preact/signals-core';
import { worldUp } from '../state/documents/world-up.ts';
import { defaultSpeed, speedAfter } from '../state/camera/fly-speed.ts';
import { type CameraFrame, type CameraPose, frameOf, type Projection } from '../state/camera/camera-pose.ts';
import type { PictureOptions } from '../state/camera/picture.ts';
import { sceneSize } from '../state/camera/scene-size.ts';
import { type CubeDirection, lookingFrom } from '../state/camera/standard-views.ts';
import { type Store, writable } from '../state/store/store.ts';

/** Returns the axes of the world as the view shows it. Follows the store. */
export function worldFrame(store: Store): CameraFrame {
  return frameOf(worldUp(store, store.documents.value));
}

/** Moves the camera; views show a short transition. Does nothing before the first mesh is framed. */
export function moveCamera(store: Store, next: (pose: CameraPose) => CameraPose): void {
  const camera = store.camera.peek();
  if (camera !== null) writable(store).camera.value = { pose: next(camera.pose), glides: true, by: null };
}

/** Looks at the same target from a direction of the view cube. */
export function lookFrom(store: Store, direction: CubeDirection): void {
  moveCamera(store, (pose) => lookingFrom(pose, direction));
}

export function setProjection(store: Store, projection: Projection): void {
  moveCamera(store, (pose) => ({ ...pose, projection }));
}

/** Sets whether keys move the camera without a button. Without them, a walk ends. */
export function setFlies(store: Store, flies: boolean): void {
  batch(() => {
    if (flies) writable(store).turns.value = false;
    else writable(store).walk.value = null;
    writable(store).flies.value = flies;
  });
}

/** Sets whether the right button is held over a view. */
export function setLooking(store: Store, isLooking: boolean): void {
  writable(store).isLooking.value = isLooking;
}

/** Returns the speed of the camera, world units per second. Follows the store. */
export function flySpeed(store: Store): number {
  return store.flySpeed.value ?? defaultSpeed(sceneSize(store));
}

/** `null` restores the default of the scene. */
export function setFlySpeed(store: Store, speed: number | null): void {
  writable(store).flySpeed.value = speed;
}

/** Changes the speed by notches of the wheel. */
export function changeFlySpeed(store: Store, notches: number): void {
  setFlySpeed(store, speedAfter(flySpeed(store), notches, sceneSize(store)));
}

/** Changes how the next picture is saved. */
export function setPictureOptions(store: Store, change: Partial<PictureOptions>): void {
  writable(store).pictureOptions.value = { ...store.pictureOptions.peek(), ...change };
}

/** Saves the view as a PNG. */
export function savePicture(store: Store): void {
  writable(store).pictureRequest.value = { serial: store.pictureRequest.peek().serial + 1, options: store.pictureOptions.peek() };
}

/** Stores the camera under a name; by default `View 1` and so on. */
export function storeBookmark(store: Store, name: string | null = null): void {
  const camera = store.camera.peek();
  if (camera === null) return;
  const bookmarks = store.bookmarks.peek();
  writable(store).bookmarks.value = [
    ...bookmarks,
    {
      name: freeName(
        name,
        bookmarks.map((other) => other.name),
      ),
      pose: camera.pose,
    },
  ];
}

export function recallBookmark(store: Store, index: number): void {
  const bookmark = store.bookmarks.peek()[index];
  if (bookmark !== undefined) moveCamera(store, () => bookmark.pose);
}

export function renameBookmark(store: Store, index: number, name: string): void {
  const bookmarks = store.bookmarks.peek();
  const bookmark = bookmarks[index];
  if (bookmark === undefined || name.trim() === '') return;
  const others = bookmarks.filter((_, i) => i !== index).map((other) => other.name);
  writable(store).bookmarks.value = bookmarks.with(index, { ...bookmark, name: freeName(name.trim(), others) });
}

export function deleteBookmark(store: Store, index: number): void {
  writable(store).bookmarks.value = store.bookmarks.peek().filter((_, i) => i !== index);
}

/** Returns a name that no other has: `View 2`, `Hall 2`. */
function freeName(name: string | null, taken: readonly string[]): string {
  if (name !== null && !taken.includes(name)) return name;
  for (let number = name === null ? 1 : 2; ; number++) {
    const next = `${name ?? 'View'} ${number}`;
    if (!taken.includes(next)) return next;
  }
}
