import { hiddenKey } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { formatCount } from '../../text/format-number.ts';

export interface Hint {
  readonly keys: readonly string[];
  readonly does: string;
}

const camera: readonly Hint[] = [
  { keys: ['Alt', 'Drag'], does: 'orbit' },
  { keys: ['Right drag'], does: 'look, fly with W A S D' },
  { keys: ['Wheel'], does: 'zoom' },
];

const nothingOpen: readonly Hint[] = [
  { keys: ['Drop'], does: 'open a mesh' },
  { keys: ['Ctrl', 'O'], does: 'choose files' },
  { keys: ['?'], does: 'shortcuts' },
];

const chooseMovingMesh: readonly Hint[] = [
  { keys: ['Shift', 'Ctrl', 'O'], does: 'open a moving mesh' },
  ...camera,
  { keys: ['Esc'], does: 'back' },
];

const findingHints: readonly Hint[] = [
  { keys: ['N'], does: 'next finding' },
  { keys: ['Shift', 'N'], does: 'previous' },
  { keys: ['F'], does: 'frame' },
  { keys: ['I'], does: 'ignore' },
  { keys: ['Ctrl', 'C'], does: 'copy elements' },
  { keys: ['Shift', 'K'], does: 'toggle marks' },
  { keys: ['Esc'], does: 'back' },
];

const flyHints: readonly Hint[] = [
  { keys: ['W', 'A', 'S', 'D'], does: 'move' },
  { keys: ['Q', 'E'], does: 'down, up' },
  { keys: ['Drag'], does: 'look' },
  { keys: ['Shift'], does: 'fast' },
  { keys: ['Wheel'], does: 'speed' },
];

/** Returns the current effect of buttons and keys. */
export function hintsOf(store: Store): readonly Hint[] {
  if (store.activeDocument.value?.mesh == null) return nothingOpen;
  if (store.flies.value) return [...flyHints, { keys: ['Esc'], does: 'back' }];
  if (store.isLooking.value) return flyHints;
  return [...sectionHints(store), ...shownHints(store), ...toolHints(store)];
}

/** The handles of the section work with every tool. */
function sectionHints({ kept, scene }: Store): readonly Hint[] {
  if (kept.value.length === 0) return [];
  const { plane } = scene.value.display.section;
  return plane.isOn
    ? [
        { keys: ['Drag the arrow'], does: 'move or rotate the section' },
        { keys: ['Alt', 'Y'], does: 'flip' },
      ]
    : [{ keys: ['Drag a face'], does: 'resize the clip box' }];
}

/** Hints for several open meshes: keys that show or hide them. */
function shownHints({ documents, scene }: Store): readonly Hint[] {
  const { hidden, movingMesh } = scene.value;
  const open = documents.value.filter(({ mesh }) => mesh !== null);
  if (open.length < 2) return [];
  if (open.some(({ summary }) => hidden.has(hiddenKey(summary.id))))
    return [{ keys: ['Alt', 'H'], does: `show all ${formatCount(open.length)}` }];
  return movingMesh === null ? [{ keys: ['/'], does: 'isolate' }] : [];
}

function toolHints(store: Store): readonly Hint[] {
  switch (store.scene.value.tool) {
    case 'select':
      if (store.scene.value.selection?.kind === 'finding') return findingHints;
      return [
        { keys: ['Click'], does: store.scene.value.picking.what === 'parts' ? 'select part' : 'show path to leaf' },
        { keys: ['Ctrl', 'Click'], does: 'add or remove' },
        { keys: ['Drag'], does: 'orbit' },
        { keys: ['Shift', 'Drag'], does: 'pan' },
        ...camera.slice(1),
        { keys: ['F'], does: 'frame' },
        { keys: ['X'], does: 'x-ray' },
        { keys: ['H'], does: 'hide' },
        { keys: ['T'], does: 'ray' },
      ];
    case 'boxSelect':
    case 'lassoSelect':
      return [
        { keys: ['Drag'], does: store.scene.value.tool === 'boxSelect' ? 'select a rectangle' : 'select an outline' },
        { keys: ['Shift', 'Drag'], does: 'add' },
        { keys: ['Ctrl', 'Drag'], does: 'remove' },
        { keys: ['Shift', 'X'], does: store.scene.value.picking.through ? 'visible only' : 'through surfaces' },
        ...camera.slice(0, 1),
        { keys: ['Esc'], does: 'back' },
      ];
    case 'sphere':
      return [
        { keys: ['Click'], does: 'place on surface' },
        { keys: ['Drag'], does: store.scene.value.sphere === null ? 'slide on surface' : 'move it, or slide on surface' },
        ...(store.scene.value.sphere === null
          ? []
          : [
              { keys: ['Shift', 'Drag'], does: 'radius' },
              { keys: ['P'], does: 'push out' },
            ]),
        ...camera.slice(0, 2),
        { keys: ['Esc'], does: 'back' },
      ];
    case 'movingMesh':
      if (store.scene.value.movingMesh === null) return chooseMovingMesh;
      return [
        { keys: ['W', 'E', 'R'], does: 'move, rotate, scale' },
        {
          keys: ['Drag a handle'],
          does: `along ${store.scene.value.gizmo.axes === 'movingMesh' ? 'local' : 'world'} axes`,
        },
        { keys: ['Ctrl'], does: 'snap' },
        { keys: ['L'], does: 'switch axes' },
        ...camera.slice(0, 1),
        { keys: ['F'], does: 'frame both' },
        { keys: ['Esc'], does: 'back' },
      ];
    case 'measure':
      return [
        { keys: ['Click'], does: 'measure a point' },
        { keys: ['Ctrl', 'Click'], does: 'without snapping' },
        { keys: ['Drag'], does: 'orbit' },
        ...camera.slice(1),
        { keys: ['Esc'], does: 'back' },
      ];
    case 'ray':
      return [
        { keys: ['Click'], does: 'cast from camera' },
        { keys: ['Drag'], does: 'aim' },
        ...(store.scene.value.ray === null
          ? []
          : [
              { keys: ['Shift', 'Drag'], does: 'move origin' },
              { keys: ['A'], does: 'first, any or all hits' },
            ]),
        ...camera.slice(0, 2),
        { keys: ['Esc'], does: 'back' },
      ];
  }
}
