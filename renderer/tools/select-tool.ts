import { trianglePath } from '#core/tree';
import { partOfTriangle, triangleCount, type Bounds } from '#core/mesh';
import { documentOf, frame, select, setHover } from '../commands/actions.ts';
import { chooseInstance } from '../commands/scene-actions.ts';
import { pickSet } from '../commands/selection-actions.ts';
import { setOf } from '../state/selection/index-set.ts';
import type { Picked } from '../state/selection/set-selection.ts';
import type { Store } from '../state/store/store.ts';
import type { Selection } from '../state/store/records.ts';
import { movedBeyondClick, type Pixel, type SurfacePoint, type Tool, type ToolPointer, type ToolView } from './tool.ts';

/**
 * A click selects the triangle under the pointer with its leaf. Marked hits and contacts have priority. A click on nothing
 * clears the selection. A click on a cluster of finding marks selects the finding and frames its marks.
 */
export function createSelectTool(store: Store, view: ToolView): Tool {
  let pressedAt: Pixel | null = null;
  return {
    drags: () => false,
    hover({ pixel }, point) {
      setHover(store, view.clusterAt(pixel) === null ? selectionAt(store, view, pixel, point) : null);
    },
    down({ pixel }) {
      pressedAt = pixel;
    },
    move() {},
    up(pointer) {
      if (pressedAt !== null && !movedBeyondClick(pressedAt, pointer.pixel)) click(store, view, pointer);
      pressedAt = null;
    },
    cancel() {
      const was = pressedAt !== null;
      pressedAt = null;
      return was;
    },
  };
}

/** Ctrl adds or removes what is under the pointer, Shift adds it; on nothing they change nothing. */
function click(store: Store, view: ToolView, { pixel, shift, ctrl }: ToolPointer): void {
  const cluster = view.clusterAt(pixel);
  if (cluster !== null) {
    const { document, name, bounds } = cluster;
    select(store, { kind: 'finding', document, name, item: null });
    return frame(store, { kind: 'bounds', bounds: withClusterRoom(bounds) });
  }
  if (store.scene.peek().instances !== null && clickInstance(store, view, pixel, ctrl ? 'toggle' : shift ? 'add' : 'set')) return;
  const selection = selectionAt(store, view, pixel);
  const picked = shift || ctrl ? pickedBy(store, selection) : null;
  if (picked !== null) return pickSet(store, picked, ctrl ? 'toggle' : 'add');
  if (selection === null && (shift || ctrl)) return;
  // The status bar reports the missing tree; the selection stays.
  if (selection !== null || store.unpickable.peek() === null) select(store, selection);
}

/** Chooses the instance under a pixel, unless a surface of a document is in front of it. Returns whether it did. */
function clickInstance(store: Store, view: ToolView, pixel: Pixel, how: 'set' | 'add' | 'toggle'): boolean {
  const point = view.instanceAt(pixel);
  const surface = view.pick(pixel);
  if (point !== null && (surface === null || point.distance < surface.distance)) {
    chooseInstance(store, point.instance, how);
    return true;
  }
  if (how === 'set') chooseInstance(store, null, how);
  return false;
}

/** Returns a selected triangle or part as a pick; `null` for other selections. */
function pickedBy(store: Store, selection: Selection | null): Picked | null {
  if (selection?.kind !== 'triangle' && selection?.kind !== 'part') return null;
  const mesh = documentOf(store, selection.document)?.mesh?.mesh;
  if (mesh === undefined) return null;
  const { document } = selection;
  return selection.kind === 'part'
    ? { kind: 'parts', document, set: setOf(mesh.parts.length, [selection.part]) }
    : { kind: 'triangles', document, set: setOf(triangleCount(mesh), [selection.triangle]) };
}

/** Room around the marks of a cluster, as a part of their size: they fill most of the view, and those next to them are in it. */
const clusterRoom = 0.2;

function withClusterRoom({ min, max }: Bounds): Bounds {
  const room = clusterRoom * Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  return { min: [min[0] - room, min[1] - room, min[2] - room], max: [max[0] + room, max[1] + room, max[2] + room] };
}

/** Returns what is visible at a pixel as a selection. `point` is its surface point, if known. */
export function selectionAt(
  store: Store,
  view: ToolView,
  pixel: Pixel,
  point: SurfacePoint | null = view.pick(pixel),
): Exclude<Selection, { kind: 'document' }> | null {
  const hit = view.hitAt(pixel);
  if (hit !== null) return { kind: 'hit', hit };
  const contact = view.contactAt(pixel);
  if (contact !== null) return { kind: 'contact', ...contact };
  if (point === null) return null;
  return store.scene.peek().picking.what === 'parts' ? (partAt(store, point) ?? triangleAt(store, point)) : triangleAt(store, point);
}

function partAt(store: Store, { document, triangle }: SurfacePoint): Extract<Selection, { kind: 'part' }> | null {
  const mesh = documentOf(store, document)?.mesh?.mesh;
  const part = mesh === undefined ? null : partOfTriangle(mesh, triangle);
  return part === null ? null : { kind: 'part', document, part };
}

function triangleAt(store: Store, { document, triangle }: SurfacePoint): Extract<Selection, { kind: 'triangle' }> {
  const tree = store.scene.peek().trees.get(document)?.tree;
  const node = tree === undefined ? null : (trianglePath(tree, triangle)?.at(-1) ?? null);
  return { kind: 'triangle', document, triangle, node };
}
