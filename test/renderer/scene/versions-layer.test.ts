import { type BufferGeometry, Mesh, type ShaderMaterial } from 'three';
import { expect, test } from 'vitest';
import { diffFields, diffGeometry } from '#core/diff/mesh-diff';
import { meshBounds } from '#core/mesh/bounds';
import { localSpaceOf } from '../../../renderer/scene/local-space.ts';
import { heatScale } from '../../../renderer/scene/heat-colour.ts';
import { createVersionsLayer } from '../../../renderer/scene/versions-layer.ts';
import { legendOf } from '../../../renderer/scene/legend.ts';
import { addChanges } from '../../../renderer/state/changes/add-changes.ts';
import { changedBounds, distanceEnd, type VersionView } from '../../../renderer/state/changes/mesh-changes.ts';
import { box, joined, named } from '../../fixtures/shapes.ts';
import { palette, storeWith } from './scene-fixture.ts';

const far = box([5, 5, 5], [6, 6, 6]);
const before = joined([named('crate', box()), named('old', far)]);
const after = joined([named('crate', box([-1, -1, -1], [1, 1, 2])), named('new', box([-9, 0, 0], [-8, 1, 1]))]);
const { diff: geometry, changes: states } = diffGeometry(before, after);
const space = localSpaceOf(meshBounds(after)!);

const fields = diffFields(before, after, states, () => {});
const end = distanceEnd(fields, null);

type Drawn = Mesh<BufferGeometry, ShaderMaterial[]>;

function drawnOf(view: Exclude<VersionView, 'off'>): readonly Drawn[] {
  const layer = createVersionsLayer({
    versions: { before, after, states, fields, end },
    view,
    shading: 'shaded',
    culls: false,
    space,
    palette,
    ratio: { value: 1 },
  });
  const drawn: Drawn[] = [];
  layer.object.traverse((object) => void (object instanceof Mesh && drawn.push(object as Drawn)));
  return drawn;
}

/** How many triangles are drawn in each colour. */
function coloursOf({ geometry }: Drawn): Readonly<Record<string, number>> {
  const names = new Map(
    [palette.meshBase, palette.added, palette.changed, palette.removed].map((rgb, i) => [
      rgb.map((v) => Math.round(255 * v)).join(),
      ['same', 'added', 'changed', 'removed'][i]!,
    ]),
  );
  const tint = geometry.getAttribute('tint');
  const index = geometry.getIndex();
  const counts: Record<string, number> = {};
  for (const { start, count } of geometry.groups) {
    for (let at = start; at < start + count; at += 3) {
      const corner = index === null ? at : index.getX(at);
      const name = names.get([...tint.array.slice(3 * corner, 3 * corner + 3)].join()) ?? 'unknown';
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}

test('the version before shows what was removed, the one after what was added, both show all', () => {
  const { same, changedBefore, changedAfter, removed, added } = geometry.triangles;
  expect([same, changedBefore, changedAfter, removed, added].every((count) => count > 0)).toBe(true);
  expect(drawnOf('before').map(coloursOf)).toEqual([{ same, changed: changedBefore, removed }]);
  expect(drawnOf('after').map(coloursOf)).toEqual([{ same, changed: changedAfter, added }]);
  const both = drawnOf('both');
  expect(both.map(coloursOf)).toEqual([
    { same, changed: changedAfter, added },
    { changed: changedBefore, removed },
  ]);
  // Translucent over the version after.
  expect(both.map(({ geometry: { groups }, material }) => material[groups[0]!.materialIndex!]!.transparent)).toEqual([false, true]);
  // The version before reaches beyond the bounds of the document.
  const { center, radius } = both[1]!.geometry.boundingSphere!;
  expect(center.length()).toBe(0);
  expect(radius * space.unit).toBeGreaterThanOrEqual(Math.hypot(...space.origin.map((value) => 6 - value)));
});

test('a heat map draws the pieces of one mesh in the colours of their distances, with one scale for both', () => {
  const scale = heatScale();
  const [[heatBefore], [heatAfter]] = [drawnOf('distanceBefore'), drawnOf('distanceAfter')];
  for (const [drawn, { distances }] of [
    [heatBefore!, fields.before!],
    [heatAfter!, fields.after!],
  ] as const) {
    const tint = drawn.geometry.getAttribute('tint');
    expect(tint.count).toBe(3 * distances.length);
    const expected = [...distances].flatMap((distance) => {
      const at = 3 * Math.round((255 * distance) / end);
      return [...scale.subarray(at, at + 3)];
    });
    expect(distances.length * 3).toBe(expected.length);
    expect(expected.findIndex((value, i) => value !== tint.array[9 * Math.floor(i / 3) + (i % 3)])).toBe(-1);
  }
  expect(Math.max(...fields.before!.distances, ...fields.after!.distances)).toBe(end);
});

test('the bounds of the changes are those of all triangles that differ', () => {
  expect(changedBounds({ before, after, states, fields, end })).toEqual({ min: [-9, -1, -1], max: [6, 6, 6] });
  const same = diffGeometry(before, before);
  expect(changedBounds({ before, after: before, states: same.changes, fields, end })).toBeNull();
});

test('the legend counts the triangles in the colours that are drawn', () => {
  const store = storeWith([after]);
  addChanges(store, {
    cause: 'reload',
    name: 'crate.obj',
    documents: [1],
    before: { mesh: before, findings: [] },
    after: { mesh: after, findings: [] },
  });
  store.changes.value = store.changes.value.map((changes) => ({ ...changes, geometry, drawn: { before, after, states, fields, end } }));
  const texts = (view: VersionView): readonly string[] => {
    store.versionView.value = view;
    return legendOf(store)
      .items.filter(({ colour }) => colour.startsWith('var(--change-'))
      .map(({ text }) => text);
  };
  const { changedBefore, changedAfter, removed, added } = geometry.triangles;
  expect(texts('off')).toEqual([]);
  expect(texts('both')).toEqual([`${added} triangles added`, `${removed} triangles removed`, `${changedAfter} triangles changed`]);
  expect(texts('before')).toEqual([`${removed} triangles removed`, `${changedBefore} triangles changed`]);
  expect(texts('after')).toEqual([`${added} triangles added`, `${changedAfter} triangles changed`]);
});
