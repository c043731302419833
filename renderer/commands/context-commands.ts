import type { Selection } from '../state/store/records.ts';
import type { App } from './app.ts';
import type { CommandId } from './commands.ts';

/** The commands of a context menu; `null` is a separator. */
type ContextList = readonly (CommandId | null)[];

const ofPart: ContextList = [
  'frame',
  'isolate',
  'hide',
  'hideUnselected',
  'showAll',
  null,
  'selectConnected',
  'selectInverse',
  null,
  'compareWith',
  'exportSelected',
  'copyValues',
];
const ofTriangle: ContextList = [
  'frame',
  null,
  'selectConnected',
  'selectMore',
  'selectParts',
  'selectInverse',
  null,
  'isolate',
  'hide',
  'hideUnselected',
  'showAll',
  null,
  'fillHole',
  null,
  'whyTested',
  null,
  'copyValues',
];
const ofQuery: ContextList = ['frame', null, 'copyValues', 'copyCommand'];

/** The context menu of each kind of selection. */
const lists: Readonly<Record<Selection['kind'], ContextList>> = {
  document: [
    'frame',
    'showOnly',
    'hide',
    'showAll',
    null,
    'check',
    'repair',
    'compareWith',
    'compare',
    'export',
    null,
    'visualRole',
    'colliderRole',
    null,
    'copyCommand',
    'reload',
    'close',
  ],
  part: ofPart,
  parts: ofPart,
  node: ['frame', 'path', 'boxes', null, 'copyValues', 'copyCommand'],
  triangle: ofTriangle,
  triangles: ofTriangle,
  finding: [
    'frame',
    'nextFinding',
    'previousFinding',
    null,
    'fillHole',
    'selectTriangles',
    'ignoreFinding',
    null,
    'copyValues',
    'copyCommand',
  ],
  hit: [...ofQuery, null, 'selectResultTriangle', 'whyTested', null, 'removeRay'],
  touch: [...ofQuery, null, 'selectResultTriangle', 'whyTested', null, 'pushOut', 'removeSphere'],
  contact: [...ofQuery, null, 'whyTested', 'movingRemove'],
  loop: [...ofQuery, null, 'movingRemove'],
};

const ofNothing: ContextList = ['frameAll', 'showAll', null, 'shaded', 'wire', 'xray', null, 'boxes', 'heat', 'secondView'];

/** Returns the commands for the selection, in groups. Commands that cannot run now are in it too: the menu shows why. */
export function contextCommands({ store }: App): readonly (readonly CommandId[])[] {
  const { selection } = store.scene.value;
  const list = selection === null ? ofNothing : lists[selection.kind];
  const groups: CommandId[][] = [[]];
  for (const id of list) {
    if (id === null) groups.push([]);
    else groups.at(-1)!.push(id);
  }
  return groups.filter((group) => group.length > 0);
}
