import { triangleCount } from '#core/mesh';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { listedDocuments } from '../convex/undone-edits.ts';
import { hiddenKey } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/**
 * Returns how much of the meshes in the view is hidden: `2,175 of 2,176 parts hidden`. Of whole documents
 * only those that an isolation hides count: further meshes are hidden when they are opened, and the list of meshes shows that. `null` for nothing.
 */
export function hiddenSummary(store: Store): string | null {
  const { scene, hiddenTriangles } = store;
  const { hidden, isolated } = scene.value;
  const open = listedDocuments(store).filter(({ mesh }) => mesh !== null);
  const shown = open.filter(({ summary }) => !hidden.has(hiddenKey(summary.id)));
  const texts: string[] = [];
  const byIsolation =
    isolated === null ? [] : open.filter(({ summary: { id } }) => hidden.has(hiddenKey(id)) && !isolated.hidden.has(hiddenKey(id)));
  if (byIsolation.length > 0) texts.push(countOf(byIsolation.length, open.length, 'mesh', 'meshes'));
  let [parts, hiddenParts, triangles, hiddenAlone] = [0, 0, 0, 0];
  for (const { summary, mesh } of shown) {
    parts += mesh!.mesh.parts.length;
    triangles += triangleCount(mesh!.mesh);
    if (!hiddenTriangles.value.has(summary.id)) continue;
    for (let part = 0; part < mesh!.mesh.parts.length; part++) if (hidden.has(hiddenKey(summary.id, part))) hiddenParts++;
    hiddenAlone += scene.value.hiddenTriangles.get(summary.id)?.count ?? 0;
  }
  if (hiddenParts > 0) texts.push(countOf(hiddenParts, parts, 'part', 'parts'));
  if (hiddenAlone > 0) texts.push(countOf(hiddenAlone, triangles, 'triangle', 'triangles'));
  return texts.length === 0 ? null : `${texts.join(', ')} hidden`;
}

function countOf(some: number, all: number, one: string, many: string): string {
  return `${formatCount(some)} of ${formatMany(all, one, many)}`;
}
