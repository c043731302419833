/** Edits of a scene: pure functions that return the same reference when they change nothing. */
import { joinIgnored, sameIgnored } from '#core/health';
import { defaultValues, pairOptions, rayOptions, sameValues, spaceOptions, type SpaceOptions, sphereOptions } from '#core/options';
import type { FileRole } from '#core/mesh';
import { nodeAround, nodeRange, type Tree, trianglePath, trianglesOfRun } from '#core/tree';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { DocumentId } from '#host-api';
import {
  hiddenKey,
  type Display,
  type Gizmo,
  type FetchedTree,
  type HiddenThings,
  type MovingPose,
  type RayInput,
  type ReadingChoice,
  type Scene,
  type Selection,
  type SphereInput,
  type ToolName,
} from './records.ts';
import type { FindingName } from '../health/findings.ts';
import { meaningOf } from '../documents/space-of.ts';
import { motionAfterPose } from '../motion/motion-edits.ts';
import { withoutProbesOf } from '../probe/probe-edits.ts';
import { sameSet } from '../selection/index-set.ts';
import { withoutSceneOf } from '../instances/scene-input.ts';
import { withoutInstancePoints } from '../measure/measure.ts';

/** Selections, also those in another document, are light steps: see `History`. */
export function differsOnlyInSelection(from: Scene, to: Scene): boolean {
  return (
    from.trees === to.trees &&
    from.second === to.second &&
    from.hidden === to.hidden &&
    from.hiddenTriangles === to.hiddenTriangles &&
    from.isolated === to.isolated &&
    from.queried === to.queried &&
    from.display === to.display &&
    from.meanings === to.meanings &&
    from.roles === to.roles &&
    from.reading === to.reading &&
    from.ignored === to.ignored &&
    from.ray === to.ray &&
    from.sphere === to.sphere &&
    from.probe === to.probe &&
    from.pins === to.pins &&
    from.movingMesh === to.movingMesh &&
    from.motion === to.motion &&
    from.instances === to.instances &&
    from.measure === to.measure &&
    from.clearance === to.clearance &&
    from.tool === to.tool
  );
}

/** Selects, and makes the document of the selection active. A triangle that was picked in the second tree gets its leaf in the active tree. */
export function withSelection(scene: Scene, picked: Selection | null): Scene {
  const selection = scene.second === null ? picked : inTreeInUse(scene, picked);
  const activeDocument = selection !== null && 'document' in selection ? selection.document : scene.activeDocument;
  if (activeDocument === scene.activeDocument && sameSelection(scene.selection, selection)) return scene;
  const chosenKind = selection?.kind === 'finding' ? selection.name : scene.chosenKind;
  return { ...scene, activeDocument, selection, chosenKind };
}

function inTreeInUse({ trees }: Scene, selection: Selection | null): Selection | null {
  if (selection?.kind !== 'triangle') return selection;
  const tree = trees.get(selection.document)?.tree;
  return { ...selection, node: tree === undefined ? null : (trianglePath(tree, selection.triangle)?.at(-1) ?? null) };
}

export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'document':
      return b.kind === 'document' && a.document === b.document;
    case 'part':
      return b.kind === 'part' && a.document === b.document && a.part === b.part;
    case 'parts':
      return b.kind === 'parts' && a.document === b.document && sameSet(a.parts, b.parts);
    case 'node':
      return b.kind === 'node' && a.document === b.document && a.node === b.node;
    case 'triangle':
      return b.kind === 'triangle' && a.document === b.document && a.triangle === b.triangle;
    case 'triangles':
      return b.kind === 'triangles' && a.document === b.document && sameSet(a.triangles, b.triangles);
    case 'finding':
      return b.kind === 'finding' && a.document === b.document && a.name === b.name && a.item === b.item;
    case 'hit':
      return b.kind === 'hit' && a.hit === b.hit;
    case 'touch':
      return b.kind === 'touch' && a.triangle === b.triangle;
    case 'contact':
    case 'loop':
      return a.kind === b.kind && 'a' in b && a.a === b.a && a.b === b.b;
  }
}

export function withDisplay(scene: Scene, change: Partial<Display>): Scene {
  const names = Object.keys(change) as (keyof Display)[];
  if (names.every((name) => change[name] === scene.display[name])) return scene;
  return { ...scene, display: { ...scene.display, ...change } };
}

/** Sets what a whole document is for; `null` for what its parts and its name say. */
export function withRole(scene: Scene, document: DocumentId, role: FileRole | null): Scene {
  if ((scene.roles.get(document) ?? null) === role) return scene;
  const roles = new Map(scene.roles);
  if (role === null) roles.delete(document);
  else roles.set(document, role);
  return { ...scene, roles };
}

/** Sets the meaning of a document's coordinates. */
export function withMeaning(scene: Scene, document: DocumentId, change: Partial<SpaceOptions>): Scene {
  const before = meaningOf(scene, document);
  const meaning = { ...before, ...change };
  return sameValues(spaceOptions, meaning, before) ? scene : { ...scene, meanings: new Map(scene.meanings).set(document, meaning) };
}

/** Sets the import options of a document. */
export function withReading(scene: Scene, document: DocumentId, choice: ReadingChoice): Scene {
  const before = scene.reading.get(document);
  return before !== undefined && sameReading(before, choice) ? scene : { ...scene, reading: new Map(scene.reading).set(document, choice) };
}

export function sameReading(a: ReadingChoice, b: ReadingChoice): boolean {
  return a.triangulation === b.triangulation && a.colliders === b.colliders && a.curveError === b.curveError;
}

export function withTool(scene: Scene, tool: ToolName): Scene {
  return scene.tool === tool ? scene : { ...scene, tool };
}

/** Shows or hides a document, or one of its parts. */
export function withHidden(scene: Scene, document: DocumentId, part: number | null, hide: boolean): Scene {
  const key = hiddenKey(document, part);
  if (scene.hidden.has(key) === hide) return scene;
  const hidden = new Set(scene.hidden);
  if (hide) hidden.add(key);
  else hidden.delete(key);
  return { ...scene, hidden };
}

/** Shows a document and hides the given others. Its hidden parts stay hidden. */
export function withShownAlone(scene: Scene, document: DocumentId, others: readonly DocumentId[]): Scene {
  return others.reduce((next, id) => (id === document ? next : withHidden(next, id, null, true)), withHidden(scene, document, null, false));
}

/**
 * Shows the new active document: alone if the previous one was shown alone, otherwise together with the others.
 * `open`: all documents.
 */
export function withActiveShown(scene: Scene, before: DocumentId | null, open: readonly DocumentId[]): Scene {
  const { activeDocument, hidden } = scene;
  if (activeDocument === null || activeDocument === before || !hidden.has(hiddenKey(activeDocument))) return scene;
  const shown = open.filter((id) => !hidden.has(hiddenKey(id)));
  const wasAlone = before !== null && shown.length === 1 && shown[0] === before;
  return wasAlone ? withShownAlone(scene, activeDocument, shown) : withHidden(scene, activeDocument, null, false);
}

/** Shows everything except some documents: those that undo has removed. */
export function withNothingHidden(scene: Scene, removed: ReadonlySet<DocumentId> = new Set()): Scene {
  const hidden = hiddenKeysOf(removed);
  const isNothing = [...scene.hidden].every((key) => hidden.has(key)) && scene.hiddenTriangles.size === 0;
  return isNothing && scene.isolated === null ? scene : { ...scene, hidden, hiddenTriangles: new Map(), isolated: null };
}

/** Returns the keys that hide whole documents. */
export function hiddenKeysOf(documents: ReadonlySet<DocumentId>): ReadonlySet<string> {
  return new Set([...documents].map((id) => hiddenKey(id)));
}

/** Changes the scene's ray; the first change creates one from the origin along -Z. */
export function withRay(scene: Scene, document: DocumentId, change: Partial<RayInput>): Scene {
  const ray = scene.ray ?? {
    document,
    origin: [0, 0, 0],
    direction: [0, 0, -1],
    far: Infinity,
    options: defaultValues(rayOptions),
  };
  const names = Object.keys(change) as (keyof RayInput)[];
  if (scene.ray !== null && names.every((name) => Object.is(change[name], ray[name]))) return scene;
  return { ...scene, ray: { ...ray, ...change } };
}

/** Removes the ray, and a selected hit with it. */
export function withoutRay(scene: Scene): Scene {
  if (scene.ray === null) return scene;
  return { ...scene, ray: null, selection: scene.selection?.kind === 'hit' ? null : scene.selection };
}

/** Changes the scene's sphere; the first change creates one of radius 1 at the origin. */
export function withSphere(scene: Scene, document: DocumentId, change: Partial<SphereInput>): Scene {
  const sphere = scene.sphere ?? { document, center: [0, 0, 0], radius: 1, options: defaultValues(sphereOptions) };
  const names = Object.keys(change) as (keyof SphereInput)[];
  if (scene.sphere !== null && names.every((name) => Object.is(change[name], sphere[name]))) return scene;
  return { ...scene, sphere: { ...sphere, ...change } };
}

/** Removes the sphere, and a selected touch with it. */
export function withoutSphere(scene: Scene): Scene {
  if (scene.sphere === null) return scene;
  return { ...scene, sphere: null, selection: scene.selection?.kind === 'touch' ? null : scene.selection };
}

/** The identity. */
export const poseAtRest: MovingPose = { translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: 1 };

/** Limits of the scale of a moving mesh. */
export const scaleRange = { min: 1e-9, max: 1e9 } as const;

/** Makes a document the moving mesh, in the rest pose, with a fixed mesh, and shows both. A selected contact is cleared. */
export function withMovingMesh(scene: Scene, document: DocumentId, fixed: DocumentId): Scene {
  if (scene.movingMesh?.document === document && scene.movingMesh.fixed === fixed) return scene;
  const options = scene.movingMesh?.options ?? defaultValues(pairOptions);
  const movingMesh = { document, fixed, ...poseAtRest, options };
  // Rays and spheres query the active document, so it must be fixed.
  const activeDocument = scene.activeDocument === document ? fixed : scene.activeDocument;
  const shown = withHidden(withHidden(scene, document, null, false), fixed, null, false);
  return { ...withoutMovingMesh(shown), movingMesh, activeDocument };
}

export function withMovingPose(scene: Scene, change: Partial<MovingPose>): Scene {
  const { movingMesh } = scene;
  const names = Object.keys(change) as (keyof MovingPose)[];
  if (movingMesh === null || names.every((name) => samePose(change[name], movingMesh[name]))) return scene;
  const moved = { ...movingMesh, ...change };
  return { ...scene, movingMesh: moved, motion: motionAfterPose(scene.motion, moved) };
}

function samePose(a: MovingPose[keyof MovingPose] | undefined, b: MovingPose[keyof MovingPose]): boolean {
  return typeof a === 'object' && typeof b === 'object' ? a.every((value, i) => Object.is(value, b[i])) : Object.is(a, b);
}

export function withGizmo(scene: Scene, change: Partial<Gizmo>): Scene {
  const gizmo = { ...scene.gizmo, ...change };
  return gizmo.mode === scene.gizmo.mode && gizmo.axes === scene.gizmo.axes ? scene : { ...scene, gizmo };
}

/** Releases the moving mesh and clears a selected contact or contact curve. */
export function withoutMovingMesh(scene: Scene): Scene {
  if (scene.movingMesh === null) return scene;
  return { ...scene, movingMesh: null, motion: null, selection: isOfMovingMesh(scene.selection) ? null : scene.selection };
}

function isOfMovingMesh(selection: Selection | null): boolean {
  return selection?.kind === 'contact' || selection?.kind === 'loop';
}

/**
 * Replaces the tree of a document. A selected node becomes the smallest node of the new tree with the same triangles, or the document. A
 * selected triangle stays and gets its leaf in the new tree.
 */
export function withTree(scene: Scene, document: DocumentId, tree: FetchedTree): Scene {
  if (scene.trees.get(document) === tree) return scene;
  let { selection } = scene;
  if (selection?.kind === 'node' && selection.document === document) {
    const node = nodeInstead(scene.trees.get(document)?.tree, selection.node, tree.tree);
    selection = node === null ? { kind: 'document', document } : { ...selection, node };
  }
  if (selection?.kind === 'triangle' && selection.document === document) {
    selection = { ...selection, node: trianglePath(tree.tree, selection.triangle)?.at(-1) ?? null };
  }
  return { ...scene, selection, trees: new Map(scene.trees).set(document, tree) };
}

/** Returns the smallest node of another tree that contains the triangles of a node; `null` for none. */
function nodeInstead(before: Tree | undefined, node: number, tree: Tree): number | null {
  if (before === undefined || node >= before.nodeCount) return null;
  const { first, count } = nodeRange(before, node);
  return nodeAround(tree, trianglesOfRun(before, first, count));
}

/** Returns the second tree of the active document; `null` for none. */
export function shownSecond({ second, activeDocument, trees }: Scene): FetchedTree | null {
  return second !== null && second.document === activeDocument && trees.has(second.document) ? second.tree : null;
}

/** Shows another tree of a document in a second view, or no second view. */
export function withSecond(scene: Scene, second: Scene['second']): Scene {
  if (scene.second?.document === second?.document && scene.second?.tree === second?.tree) return scene;
  return { ...scene, second };
}

const nothing: readonly IgnoredFinding[] = [];

/** Ignores the findings of a record, or stops ignoring them if `isIgnored` is false. @throws InspectorError as `joinIgnored`. */
export function withIgnored(scene: Scene, document: DocumentId, entry: IgnoredFinding, isIgnored: boolean): Scene {
  const before = scene.ignored.get(document) ?? nothing;
  const after = isIgnored ? joinIgnored(before, [entry]) : before.filter((other) => !sameIgnored(other, entry));
  return after.length === before.length && !isIgnored ? scene : withIgnoredList(scene, document, after);
}

/** Ignores exactly these findings of a document. */
export function withIgnoredList(scene: Scene, document: DocumentId, list: readonly IgnoredFinding[]): Scene {
  if (list === (scene.ignored.get(document) ?? nothing)) return scene;
  return { ...scene, ignored: new Map(scene.ignored).set(document, list) };
}

/** After a new check, item indices are invalid: a selected item becomes its whole finding, or the document. */
export function withFindingsRenumbered(scene: Scene, document: DocumentId, found: ReadonlySet<FindingName>): Scene {
  const { selection } = scene;
  if (selection?.kind !== 'finding' || selection.document !== document || selection.name.startsWith('import-')) return scene;
  if (found.has(selection.name)) return selection.item === null ? scene : { ...scene, selection: { ...selection, item: null } };
  return { ...scene, selection: { kind: 'document', document } };
}

/** Removes a closed document. If it was active, `next` becomes active and is shown. */
export function withoutDocument(scene: Scene, document: DocumentId, next: DocumentId | null): Scene {
  const trees = new Map(scene.trees);
  trees.delete(document);
  const meanings = new Map(scene.meanings);
  meanings.delete(document);
  const roles = new Map(scene.roles);
  roles.delete(document);
  const reading = new Map(scene.reading);
  reading.delete(document);
  const ignored = new Map(scene.ignored);
  ignored.delete(document);
  const shelved = new Map(scene.shelved);
  shelved.delete(document);
  const ray = scene.ray?.document === document ? null : scene.ray;
  const sphere = scene.sphere?.document === document ? null : scene.sphere;
  const instances = withoutSceneOf(scene.instances, document);
  const movingMesh = scene.movingMesh?.document === document || scene.movingMesh?.fixed === document ? null : scene.movingMesh;
  const { selection } = scene;
  const lost = selection !== null && isLost(selection);
  const { hidden, hiddenTriangles } = withoutHiddenOf(scene, document);
  return {
    ...scene,
    hidden: scene.activeDocument === document && next !== null ? new Set([...hidden].filter((key) => key !== hiddenKey(next))) : hidden,
    hiddenTriangles,
    isolated: scene.isolated === null ? null : withoutHiddenOf(scene.isolated, document),
    activeDocument: scene.activeDocument === document ? next : scene.activeDocument,
    trees,
    second: scene.second?.document === document ? null : scene.second,
    meanings,
    roles,
    reading,
    ignored,
    shelved,
    ray,
    sphere,
    ...withoutProbesOf(scene, document),
    movingMesh,
    // With the tool still chosen, the next opened mesh would become a moving mesh of whatever mesh is left.
    tool: scene.movingMesh?.fixed === document && scene.tool === 'movingMesh' ? 'select' : scene.tool,
    motion: movingMesh === null ? null : scene.motion,
    instances,
    measure: withoutThoseOf(instances === scene.instances ? scene.measure : withoutInstancePoints(scene.measure), document),
    clearance: withoutThoseOf(scene.clearance, document),
    selection: lost ? null : selection,
  };

  function isLost(chosen: Selection): boolean {
    switch (chosen.kind) {
      case 'hit':
        return ray === null;
      case 'touch':
        return sphere === null;
      case 'contact':
      case 'loop':
        return movingMesh === null;
      default:
        return chosen.document === document;
    }
  }
}

/** Returns the same list if it has none of a document. */
export function withoutThoseOf<Item extends { readonly document: DocumentId }>(
  list: readonly Item[],
  document: DocumentId,
): readonly Item[] {
  return list.some((item) => item.document === document) ? list.filter((item) => item.document !== document) : list;
}

/** Returns what is hidden without a document. */
function withoutHiddenOf({ hidden, hiddenTriangles }: HiddenThings, document: DocumentId): HiddenThings {
  const others = new Map(hiddenTriangles);
  others.delete(document);
  const own = hiddenKey(document);
  return { hidden: new Set([...hidden].filter((key) => key !== own && !key.startsWith(`${own}/`))), hiddenTriangles: others };
}
