import { directionOf, nearestDirection } from '../state/camera/standard-views.ts';
import { frame } from './actions.ts';
import type { App } from './app.ts';
import { lookFrom, recallBookmark, savePicture, setFlies, setProjection, storeBookmark } from './camera-actions.ts';
import { hasMesh, type Command } from './command.ts';

const hasCamera = (app: App): boolean => hasMesh(app) && app.store.camera.value !== null;

function looksFrom({ store }: App, [right, up, front]: readonly [number, number, number]): boolean {
  const pose = store.camera.value?.pose;
  if (pose === undefined) return false;
  const nearest = nearestDirection(pose);
  return nearest[0] === right && nearest[1] === up && nearest[2] === front;
}

/** The commands of the camera in the menu View, for the table of all. */
export const cameraCommands = {
  frameEverything: {
    title: 'Frame everything',
    meaning: 'Frames all visible meshes, including what is far out.',
    menu: 'View',
    keys: ['Home'],
    icon: 'frameAll',
    when: hasMesh,
    run: ({ store }) => frame(store, { kind: 'all' }),
  },
  fly: {
    title: 'Fly',
    meaning: 'Moves the camera by W A S D, Q E and the arrow keys. A drag looks around. The wheel changes the speed, Esc leaves.',
    menu: 'View',
    beginsGroup: true,
    keys: ['Shift+W'],
    icon: 'fly',
    when: hasCamera,
    checked: ({ store }) => store.flies.value,
    run: ({ store }) => setFlies(store, !store.flies.peek()),
  },
  orthographic: {
    title: 'Orthographic',
    meaning: 'Draws without perspective: parallel edges stay parallel. Repeat to return to perspective.',
    menu: 'View',
    keys: ['Numpad5'],
    icon: 'orthographic',
    when: hasCamera,
    checked: ({ store }) => store.camera.value?.pose.projection === 'orthographic',
    run: ({ store }) => setProjection(store, store.camera.peek()?.pose.projection === 'orthographic' ? 'perspective' : 'orthographic'),
  },
  viewFront: {
    title: 'View from the front',
    meaning: 'Looks at the same target from the front.',
    menu: 'View',
    keys: ['Numpad1'],
    when: hasCamera,
    checked: (app) => looksFrom(app, directionOf.front),
    run: ({ store }) => lookFrom(store, directionOf.front),
  },
  viewBack: {
    title: 'View from the back',
    meaning: 'Looks at the same target from the back.',
    menu: 'View',
    keys: ['Ctrl+Numpad1'],
    when: hasCamera,
    checked: (app) => looksFrom(app, directionOf.back),
    run: ({ store }) => lookFrom(store, directionOf.back),
  },
  viewRight: {
    title: 'View from the right',
    meaning: 'Looks at the same target from the right.',
    menu: 'View',
    keys: ['Numpad3'],
    when: hasCamera,
    checked: (app) => looksFrom(app, directionOf.right),
    run: ({ store }) => lookFrom(store, directionOf.right),
  },
  viewLeft: {
    title: 'View from the left',
    meaning: 'Looks at the same target from the left.',
    menu: 'View',
    keys: ['Ctrl+Numpad3'],
    when: hasCamera,
    checked: (app) => looksFrom(app, directionOf.left),
    run: ({ store }) => lookFrom(store, directionOf.left),
  },
  viewTop: {
    title: 'View from the top',
    meaning: 'Looks at the same target from straight above.',
    menu: 'View',
    keys: ['Numpad7'],
    when: hasCamera,
    checked: (app) => looksFrom(app, directionOf.top),
    run: ({ store }) => lookFrom(store, directionOf.top),
  },
  viewBottom: {
    title: 'View from the bottom',
    meaning: 'Looks at the same target from straight below.',
    menu: 'View',
    keys: ['Ctrl+Numpad7'],
    when: hasCamera,
    checked: (app) => looksFrom(app, directionOf.bottom),
    run: ({ store }) => lookFrom(store, directionOf.bottom),
  },
  cameraPanel: {
    title: 'Camera and bookmarks',
    meaning: 'Shows position and projection of the camera, the fly speed and the stored cameras.',
    menu: 'View',
    beginsGroup: true,
    keys: ['Shift+V'],
    icon: 'camera',
    when: hasMesh,
    checked: ({ shell }) => shell.cameraOpen.value,
    run: ({ shell }) => (shell.cameraOpen.value = !shell.cameraOpen.peek()),
  },
  storeCamera: {
    title: 'Store camera',
    meaning: 'Stores the camera as a bookmark.',
    menu: 'View',
    keys: ['Alt+V'],
    when: hasCamera,
    run: ({ store, shell }) => {
      storeBookmark(store);
      shell.cameraOpen.value = true;
    },
  },
  recallCamera: {
    title: 'Next stored camera',
    meaning: 'Moves the camera to the next bookmark.',
    menu: 'View',
    keys: ['V'],
    when: ({ store }) => store.camera.value !== null && store.bookmarks.value.length > 0,
    run: ({ store }) => {
      const bookmarks = store.bookmarks.peek();
      const now = JSON.stringify(store.camera.peek()?.pose);
      const at = bookmarks.findIndex(({ pose }) => JSON.stringify(pose) === now);
      recallBookmark(store, (at + 1) % bookmarks.length);
    },
  },
  savePicture: {
    title: 'Save picture',
    meaning: 'Saves the view with its labels as a PNG. Scale and transparency are in the camera card.',
    menu: 'View',
    keys: ['Alt+P'],
    when: hasCamera,
    run: ({ store }) => savePicture(store),
  },
} as const satisfies Record<string, Command>;
