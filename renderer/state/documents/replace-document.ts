import type { DocumentId } from '#host-api';
import { membersOf, setOf } from '../selection/index-set.ts';
import { selectionOf } from '../selection/set-selection.ts';
import { ignoredAfter } from './ignored-after.ts';
import { hiddenKey, type HiddenThings, type PageDocument, type Scene, type Selection } from '../store/records.ts';

/**
 * Replaces a document by the one that was read again. What does not depend on the mesh stays: ray, sphere, moving mesh, parts hidden by
 * name, ignored findings where they still apply. Trees and numbers of triangles and nodes are invalid in another mesh: a selected one becomes the
 * document, and the selection of a query result is cleared. Measured points of the old mesh are dropped.
 */
export function withDocumentReplaced(scene: Scene, old: PageDocument, next: PageDocument): Scene {
  const [from, to] = [old.summary.id, next.summary.id];
  const moved = <Input extends { readonly document: DocumentId }>(input: Input | null): Input | null => {
    return input?.document === from ? { ...input, document: to } : input;
  };
  const trees = new Map(scene.trees);
  trees.delete(from);
  const movedKeys = <Value>(map: ReadonlyMap<DocumentId, Value>): ReadonlyMap<DocumentId, Value> => {
    return new Map([...map].map(([document, value]) => [document === from ? to : document, value]));
  };
  const movingMesh = moved(scene.movingMesh);
  return {
    ...scene,
    activeDocument: scene.activeDocument === from ? to : scene.activeDocument,
    trees,
    second: scene.second?.document === from ? null : scene.second,
    meanings: movedKeys(scene.meanings),
    reading: movedKeys(scene.reading),
    ...ignoredAfter(scene, old, next),
    selection: replacedSelection(scene, old, next),
    ...hiddenAfter(scene, old, next),
    isolated: scene.isolated === null ? null : hiddenAfter(scene.isolated, old, next),
    measure: scene.measure.some(({ document }) => document === from)
      ? scene.measure.filter(({ document }) => document !== from)
      : scene.measure,
    ray: moved(scene.ray),
    sphere: moved(scene.sphere),
    movingMesh: movingMesh?.fixed === from ? { ...movingMesh, fixed: to } : movingMesh,
  };
}

/** Returns whether two scenes are equal: by reference, and for records by the references in them. */
export function sameScene(a: Scene, b: Scene): boolean {
  return sameRecord(a, b, (x, y) => {
    if (x instanceof Map && y instanceof Map) return x.size === y.size && [...x].every(([key, value]) => y.get(key) === value);
    if (x instanceof Set && y instanceof Set) return x.size === y.size && [...x].every((value) => y.has(value));
    return isRecord(x) && isRecord(y) && sameRecord(x, y, () => false);
  });
}

function sameRecord(a: object, b: object, same: (x: unknown, y: unknown) => boolean): boolean {
  const [mine, theirs] = [Object.entries(a), new Map(Object.entries(b))];
  return mine.length === theirs.size && mine.every(([name, value]) => Object.is(value, theirs.get(name)) || same(value, theirs.get(name)));
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function replacedSelection({ selection, ray, sphere, movingMesh }: Scene, old: PageDocument, next: PageDocument): Selection | null {
  const { id } = old.summary;
  const document = next.summary.id;
  switch (selection?.kind) {
    case undefined:
      return null;
    case 'hit':
      return ray?.document === id ? null : selection;
    case 'touch':
      return sphere?.document === id ? null : selection;
    case 'contact':
    case 'loop':
      return movingMesh?.document === id || movingMesh?.fixed === id ? null : selection;
    case 'part': {
      if (selection.document !== id) return selection;
      const part = partInPlaceOf(selection.part, old, next);
      return part === null ? { kind: 'document', document } : { kind: 'part', document, part };
    }
    case 'parts': {
      if (selection.document !== id) return selection;
      const parts = [...membersOf(selection.parts)].map((part) => partInPlaceOf(part, old, next)).filter((part) => part !== null);
      const set = setOf(next.mesh?.mesh.parts.length ?? 0, parts);
      return selectionOf({ kind: 'parts', document, set }) ?? { kind: 'document', document };
    }
    case 'finding':
    case 'document':
    case 'node':
    case 'triangle':
    case 'triangles':
      return selection.document === id ? { kind: 'document', document } : selection;
  }
}

/** Parts stay hidden by their names. Numbers of triangles are invalid in another mesh, so hidden triangles are shown. */
function hiddenAfter({ hidden, hiddenTriangles }: HiddenThings, old: PageDocument, next: PageDocument): HiddenThings {
  const others = new Map(hiddenTriangles);
  others.delete(old.summary.id);
  return { hidden: new Set([...hidden].flatMap((key) => replacedKey(key, old, next))), hiddenTriangles: others };
}

function replacedKey(key: string, old: PageDocument, next: PageDocument): readonly string[] {
  const from = hiddenKey(old.summary.id);
  if (key === from) return [hiddenKey(next.summary.id)];
  if (!key.startsWith(`${from}/`)) return [key];
  const part = partInPlaceOf(Number(key.slice(from.length + 1)), old, next);
  return part === null ? [] : [hiddenKey(next.summary.id, part)];
}

/** Returns the part of the same name: at the same index, else the only one with that name; `null` if there is none. */
function partInPlaceOf(part: number, old: PageDocument, next: PageDocument): number | null {
  const name = old.mesh?.mesh.parts[part]?.name;
  const names = next.mesh?.mesh.parts.map((other) => other.name) ?? [];
  if (name === undefined) return null;
  if (names[part] === name) return part;
  const only = names.indexOf(name);
  return only >= 0 && names.lastIndexOf(name) === only ? only : null;
}
