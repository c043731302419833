import { isOfKind, sameIgnored } from '#core/health';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { TriangleMesh } from '#core/mesh';
import type { PageDocument, Scene } from '../store/records.ts';

/**
 * Returns the ignored findings when a document is replaced by the one that was read again.
 *
 * Ignored kinds stay. Ignored items are numbers of vertices and triangles. They stay when the same file is read with other options and one
 * mesh begins with the other, as with included colliders. Otherwise they are shelved, and come back with their import options.
 */
export function ignoredAfter(scene: Scene, old: PageDocument, next: PageDocument): Pick<Scene, 'ignored' | 'shelved'> {
  const [from, to] = [old.summary.id, next.summary.id];
  const before = scene.ignored.get(from) ?? [];
  const shelf = new Map(scene.shelved.get(from));
  // Most scenes ignore nothing, and comparing meshes takes time.
  if (before.length === 0 && shelf.size === 0) return { ignored: scene.ignored, shelved: scene.shelved };
  const isSameFile = old.summary.mesh?.source.sha256 === next.summary.mesh?.source.sha256;
  const keeps = isSameFile && doesBeginAlike(old.mesh?.mesh, next.mesh?.mesh);
  const [oldKey, nextKey] = [importKey(old), importKey(next)];
  const items = keeps ? before.filter((entry) => !isOfKind(entry)) : (shelf.get(nextKey ?? '') ?? []).filter((entry) => !isOfKind(entry));
  if (!keeps && oldKey !== null && before.some((entry) => !isOfKind(entry))) shelf.set(oldKey, before);
  const list = takenOver([...items, ...before.filter(isOfKind)], scene.ignored.get(to) ?? []);
  const ignored = new Map(scene.ignored);
  ignored.delete(from);
  if (list.length > 0) ignored.set(to, list);
  const shelved = new Map(scene.shelved);
  shelved.delete(from);
  if (shelf.size > 0) shelved.set(to, shelf);
  return { ignored, shelved };
}

/** Returns the ignored findings of the new file with those of the old one; newer choices of the user win. */
function takenOver(old: readonly IgnoredFinding[], next: readonly IgnoredFinding[]): readonly IgnoredFinding[] {
  return old.length === 0 ? next : [...next.filter((entry) => !old.some((kept) => sameIgnored(kept, entry))), ...old];
}

/** Returns a name for the content of a document and the options of its import; `null` without a mesh. */
function importKey({ summary: { mesh } }: PageDocument): string | null {
  return mesh === null ? null : `${mesh.source.sha256} ${JSON.stringify(mesh.importing)}`;
}

/** Returns whether all vertices and triangles of the smaller mesh are the first ones of the other. */
function doesBeginAlike(a: TriangleMesh | undefined, b: TriangleMesh | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return isPrefix(a.positions, b.positions) && isPrefix(a.indices, b.indices);
}

function isPrefix(a: Float64Array | Uint32Array, b: Float64Array | Uint32Array): boolean {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) if (!Object.is(a[i], b[i])) return false;
  return end > 0;
}
