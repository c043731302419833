import type { CommandId } from '../../commands/commands.ts';
import { shortcutOf } from '../../commands/keymap.ts';
import { cameraGesture, freeDrags } from '../../commands/pointer-gestures.ts';
import { selectedHole } from '../../commands/repair-actions.ts';
import { listedDocuments } from '../../state/convex/undone-edits.ts';
import { hiddenKey } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { hiddenSummary } from '../../state/visibility/hidden-summary.ts';
import { formatCount } from '../../text/format-number.ts';

export interface Hint {
  readonly keys: readonly string[];
  readonly does: string;
}

/** The camera with every tool. */
function camera(): readonly Hint[] {
  return [
    { keys: cameraGesture('orbit') ?? [], does: 'orbit' },
    { keys: cameraGesture('look') ?? [], does: 'look, fly with W A S D' },
    { keys: ['Wheel'], does: 'zoom' },
  ];
}

/** The first key of a command, in its parts. */
function keys(id: CommandId): readonly string[] {
  return shortcutOf(id)?.split(' ') ?? [];
}

const back: Hint = { keys: ['Esc'], does: 'back' };

function nothingOpen(): readonly Hint[] {
  return [
    { keys: ['Drop'], does: 'open a mesh' },
    { keys: keys('openFile'), does: 'choose files' },
    { keys: keys('help'), does: 'shortcuts' },
  ];
}

function chooseMovingMesh(): readonly Hint[] {
  return [{ keys: keys('openAsMovingMesh'), does: 'open a moving mesh' }, ...camera(), back];
}

function findingHints(store: Store): readonly Hint[] {
  return [
    ...(selectedHole({ store }) === null ? [] : [{ keys: keys('fillHole'), does: 'fill this hole' }]),
    { keys: keys('nextFinding'), does: 'next finding' },
    { keys: keys('previousFinding'), does: 'previous' },
    { keys: keys('frame'), does: 'frame' },
    { keys: keys('ignoreFinding'), does: 'ignore' },
    { keys: keys('copyValues'), does: 'copy elements' },
    { keys: keys('showFindings'), does: 'toggle marks' },
    back,
  ];
}

const flyHints: readonly Hint[] = [
  { keys: ['W', 'A', 'S', 'D'], does: 'move' },
  { keys: ['Q', 'E'], does: 'down, up' },
  { keys: ['Drag'], does: 'look' },
  { keys: ['Shift'], does: 'fast' },
  { keys: ['Wheel'], does: 'speed' },
];

const walkHints = flyHints.map((hint) => (hint.does === 'down, up' ? { keys: ['E'], does: 'jump' } : hint));

const turnHints = (): readonly Hint[] => [
  { keys: keys('turntable'), does: 'stop' },
  { keys: ['Drag'], does: 'stop and orbit' },
  { keys: keys('cameraPanel'), does: 'speed and direction' },
];

/** The wheel goes no further: nothing would be in the view. */
const endHints = (): readonly Hint[] => [
  { keys: ['Wheel'], does: 'nothing lies beyond' },
  { keys: keys('frameEverything'), does: 'show everything' },
  ...camera().slice(0, 2),
];

/** Instances are drawn in place of meshes: the select tool chooses them. */
function instanceHints({ sceneRun }: Store): readonly Hint[] {
  return [
    { keys: ['Click'], does: 'choose instance' },
    { keys: ['Ctrl', 'Click'], does: 'add or remove' },
    { keys: keys('playScene'), does: sceneRun.value.isPlaying ? 'pause' : 'play' },
    { keys: keys('frame'), does: 'frame' },
    ...camera(),
  ];
}

/** Returns the current effect of buttons and keys. */
export function hintsOf(store: Store): readonly Hint[] {
  const showsInstances = store.scene.value.instances !== null;
  if (!showsInstances && store.activeDocument.value?.mesh == null) return nothingOpen();
  if (store.walk.value !== null) return [...walkHints, back];
  if (store.flies.value) return [...flyHints, back];
  if (store.isLooking.value) return flyHints;
  if (store.turns.value) return turnHints();
  if (store.isAtEnd.value) return endHints();
  if (showsInstances && store.scene.value.tool === 'select') return [...sectionHints(store), ...instanceHints(store)];
  return [...sectionHints(store), ...shownHints(store), ...toolHints(store)];
}

/** The handles of the section work with every tool. */
function sectionHints({ kept, scene }: Store): readonly Hint[] {
  if (kept.value.length === 0) return [];
  const { plane } = scene.value.display.section;
  return plane.isOn
    ? [
        { keys: ['Drag the arrow'], does: 'move or rotate the section' },
        { keys: keys('flipSection'), does: 'flip' },
      ]
    : [{ keys: ['Drag a face'], does: 'resize the clip box' }];
}

/** Keys that show what is hidden, or hide further open meshes. */
function shownHints(store: Store): readonly Hint[] {
  const { hidden, isolated, movingMesh } = store.scene.value;
  const open = listedDocuments(store).filter(({ mesh }) => mesh !== null);
  const end: readonly Hint[] = isolated === null ? [] : [{ keys: keys('isolate'), does: 'end isolation' }];
  const text = hiddenSummary(store);
  if (text !== null) return [...end, { keys: keys('showAll'), does: `show all, ${text}` }];
  if (open.length < 2) return [];
  if (open.some(({ summary }) => hidden.has(hiddenKey(summary.id))))
    return [{ keys: keys('showAll'), does: `show all ${formatCount(open.length)}` }];
  return movingMesh === null ? [{ keys: keys('isolate'), does: 'isolate' }] : [];
}

const pointHints = ['first point', 'second point', 'third point, for the angle', 'begin again'] as const;
const partHints = ['first part', 'second part', 'begin again'] as const;

function measureHints({ measuring, scene }: Store): readonly Hint[] {
  switch (measuring.value) {
    case 'points':
      return [
        { keys: ['Click'], does: pointHints[scene.value.measure.length]! },
        { keys: ['Ctrl', 'Click'], does: 'without snapping' },
      ];
    case 'clearance':
      return [{ keys: ['Click'], does: partHints[scene.value.clearance.length]! }];
    case 'bounds':
      return [
        { keys: ['Click'], does: 'select' },
        { keys: ['Ctrl', 'Click'], does: 'add or remove' },
      ];
  }
}

function toolHints(store: Store): readonly Hint[] {
  switch (store.scene.value.tool) {
    case 'select':
      if (store.scene.value.selection?.kind === 'finding') return findingHints(store);
      return [
        { keys: ['Click'], does: store.scene.value.picking.what === 'parts' ? 'select part' : 'show path to leaf' },
        { keys: ['Ctrl', 'Click'], does: 'add or remove' },
        ...freeDrags(),
        ...camera().slice(1),
        { keys: keys('frame'), does: 'frame' },
        { keys: keys('xray'), does: 'x-ray' },
        { keys: keys('hide'), does: 'hide' },
        { keys: keys('rayTool'), does: 'ray' },
      ];
    case 'boxSelect':
    case 'lassoSelect':
      return [
        { keys: ['Drag'], does: store.scene.value.tool === 'boxSelect' ? 'select a rectangle' : 'select an outline' },
        { keys: ['Shift', 'Drag'], does: 'add' },
        { keys: ['Ctrl', 'Drag'], does: 'remove' },
        { keys: keys('pickThrough'), does: store.scene.value.picking.through ? 'visible only' : 'through surfaces' },
        ...camera().slice(0, 1),
        back,
      ];
    case 'sphere':
      return [
        { keys: ['Click'], does: 'place on surface' },
        { keys: ['Drag'], does: store.scene.value.sphere === null ? 'slide on surface' : 'move it, or slide on surface' },
        ...(store.scene.value.sphere === null
          ? []
          : [
              { keys: ['Shift', 'Drag'], does: 'radius' },
              { keys: keys('pushOut'), does: 'push out' },
            ]),
        ...camera().slice(0, 2),
        back,
      ];
    case 'probe':
      return [
        { keys: ['Click'], does: store.probeFollows.value ? 'place here' : 'place again' },
        { keys: ['Drag'], does: 'slide on surface' },
        ...(store.scene.value.probe === null ? [] : [{ keys: ['Shift', 'Drag'], does: 'move freely' }]),
        { keys: keys('probeFollow'), does: store.probeFollows.value ? 'stop following' : 'follow pointer' },
        ...camera().slice(0, 2),
        back,
      ];
    case 'movingMesh':
      if (store.scene.value.movingMesh === null) return chooseMovingMesh();
      return [
        { keys: [...keys('movingMove'), ...keys('movingRotate'), ...keys('movingScale')], does: 'move, rotate, scale' },
        {
          keys: ['Drag a handle'],
          does: `along ${store.scene.value.gizmo.axes === 'movingMesh' ? 'local' : 'world'} axes`,
        },
        { keys: ['Ctrl'], does: 'snap' },
        { keys: keys('movingAxes'), does: 'switch axes' },
        ...camera().slice(0, 1),
        { keys: keys('frame'), does: 'frame both' },
        back,
      ];
    case 'measure':
      return [...measureHints(store), ...freeDrags().slice(0, 1), ...camera().slice(1), back];
    case 'ray':
      return [
        { keys: ['Click'], does: 'cast from camera' },
        { keys: ['Drag'], does: 'aim' },
        { keys: keys('castRay'), does: 'cast through the middle' },
        ...(store.scene.value.ray === null
          ? []
          : [
              { keys: ['Shift', 'Drag'], does: 'move origin' },
              { keys: keys('rayMode'), does: 'first, any or all hits' },
            ]),
        ...camera().slice(0, 2),
        back,
      ];
  }
}
