import type { DocumentId } from '#host-api';
import { triangleCount } from '#core/mesh';
import type { MeasurePoint } from '../measure/measure.ts';
import { type SetFinder, setFinder, type TriangleFinder, triangleFinder } from './find-triangle.ts';
import { membersOf, setOf } from '../selection/index-set.ts';
import { selectionOf } from '../selection/set-selection.ts';
import { ignoredAfter } from './ignored-after.ts';
import type { ClearanceSide } from '../measure/measure-kinds.ts';
import { withProbesMoved } from '../probe/probe-edits.ts';
import { withSceneMoved } from '../instances/scene-input.ts';
import { hiddenKey, type HiddenThings, type PageDocument, type Scene, type Selection } from '../store/records.ts';

/**
 * Replaces a document by the one that was read again. What does not depend on the mesh stays: ray, sphere, moving mesh, parts hidden by
 * name, ignored findings where they still apply. Selected, hidden and measured triangles stay where the new mesh has them: see
 * `triangleFinder`. Trees and nodes are invalid in another mesh: a selected node becomes the document, and the selection of a query
 * result is cleared. Parts whose distance is measured are found by name.
 */
export function withDocumentReplaced(scene: Scene, old: PageDocument, next: PageDocument, find = finderBetween(old, next)): Scene {
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
    roles: movedKeys(scene.roles),
    reading: movedKeys(scene.reading),
    ...ignoredAfter(scene, old, next),
    selection: replacedSelection(scene, old, next, find),
    ...hiddenAfter(scene, old, next, find),
    isolated: scene.isolated === null ? null : hiddenAfter(scene.isolated, old, next, find),
    measure: scene.measure.some(({ document }) => document === from)
      ? scene.measure.flatMap((point) => replacedPoint(point, from, to, find))
      : scene.measure,
    clearance: clearanceAfter(scene.clearance, old, next),
    ray: moved(scene.ray),
    sphere: moved(scene.sphere),
    ...withProbesMoved(scene, from, to),
    instances: withSceneMoved(scene.instances, from, to),
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

/** The triangles of one mesh in another. */
interface Finder {
  readonly triangle: TriangleFinder;
  readonly set: SetFinder;
}

/** Returns what finds triangles of the old mesh in the new one: one for all steps, since its table and its sets take time. */
export function finderBetween(old: PageDocument, next: PageDocument): Finder {
  const [before, after] = [old.mesh?.mesh, next.mesh?.mesh];
  const triangle = before === undefined || after === undefined ? () => null : triangleFinder(before, after);
  return { triangle, set: setFinder(triangle, after === undefined ? 0 : triangleCount(after)) };
}

function replacedPoint(point: MeasurePoint, from: DocumentId, to: DocumentId, find: Finder): readonly MeasurePoint[] {
  if (point.document !== from) return [point];
  const triangle = find.triangle(point.triangle);
  return triangle === null ? [] : [{ ...point, document: to, triangle }];
}

function replacedSelection(
  { selection, ray, sphere, movingMesh }: Scene,
  old: PageDocument,
  next: PageDocument,
  find: Finder,
): Selection | null {
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
    case 'triangle': {
      if (selection.document !== id) return selection;
      const triangle = find.triangle(selection.triangle);
      return triangle === null ? { kind: 'document', document } : { kind: 'triangle', document, triangle, node: null };
    }
    case 'triangles': {
      if (selection.document !== id) return selection;
      const set = find.set(selection.triangles);
      return selectionOf({ kind: 'triangles', document, set }) ?? { kind: 'document', document };
    }
    case 'finding':
    case 'document':
    case 'node':
      return selection.document === id ? { kind: 'document', document } : selection;
  }
}

/** Parts stay hidden by their names, and triangles that the new mesh has. */
function hiddenAfter({ hidden, hiddenTriangles }: HiddenThings, old: PageDocument, next: PageDocument, find: Finder): HiddenThings {
  const others = new Map(hiddenTriangles);
  const own = hiddenTriangles.get(old.summary.id);
  others.delete(old.summary.id);
  const set = own === undefined ? null : find.set(own);
  if (set !== null && set.count > 0) others.set(next.summary.id, set);
  return { hidden: new Set([...hidden].flatMap((key) => replacedKey(key, old, next))), hiddenTriangles: others };
}

function replacedKey(key: string, old: PageDocument, next: PageDocument): readonly string[] {
  const from = hiddenKey(old.summary.id);
  if (key === from) return [hiddenKey(next.summary.id)];
  if (!key.startsWith(`${from}/`)) return [key];
  const part = partInPlaceOf(Number(key.slice(from.length + 1)), old, next);
  return part === null ? [] : [hiddenKey(next.summary.id, part)];
}

function clearanceAfter(sides: readonly ClearanceSide[], old: PageDocument, next: PageDocument): readonly ClearanceSide[] {
  if (!sides.some(({ document }) => document === old.summary.id)) return sides;
  const document = next.summary.id;
  return sides.flatMap((side): readonly ClearanceSide[] => {
    if (side.document !== old.summary.id) return [side];
    if (side.part === null) return [{ document, part: null }];
    const part = partInPlaceOf(side.part, old, next);
    return part === null ? [] : [{ document, part }];
  });
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
