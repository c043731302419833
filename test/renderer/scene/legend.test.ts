import { describe, expect, it } from 'vitest';
import { itemWords } from '#core/health/report/finding-items';
import { checkHealth } from '#core/health/report/check-health';
import { ignoring } from '#core/health/report/ignored';
import { healthOptions } from '#core/options/health-options';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { toggleKind } from '../../../renderer/commands/finding-actions.ts';
import { emptyScene } from '../../../renderer/state/store/records.ts';
import { withIgnored } from '../../../renderer/state/store/scene-edits.ts';
import { selectionLabel } from '../../../renderer/panels/selection-label.ts';
import { legendOf } from '../../../renderer/scene/legend.ts';
import type { LegendItem } from '../../../renderer/scene/legend-item.ts';
import { defaultValues } from '#core/options/option';
import { rayOptions } from '#core/options/ray-options';
import { sphereOptions } from '#core/options/sphere-options';
import { depthColour } from '../../../renderer/scene/depth-colour.ts';
import { ball } from '../../fixtures/shapes.ts';
import { storeWith } from './scene-fixture.ts';

/** A store with the report of a mesh, and the rows of its findings. */
function checked(broken: TriangleMesh) {
  const store = storeWith([broken]);
  const options = defaultValues(healthOptions);
  const report = checkHealth(broken, options);
  store.health.value = new Map([
    [1, { status: { kind: 'done' }, outcome: { mesh: broken, options, report, shapes: null, milliseconds: 1 } }],
  ]);
  const kinds = (): readonly LegendItem[] => legendOf(store).items.filter(({ kind }) => kind !== undefined);
  return { store, report, kinds };
}

const mesh = ball(24, 12);
const { display } = emptyScene;

describe('legendOf', () => {
  it('is empty when nothing but the mesh is drawn', () => {
    expect(legendOf(storeWith([mesh]))).toEqual({ depth: null, distances: null, items: [], colours: null });
  });

  it('shows the drawn level, on the scale of the whole tree', () => {
    const { depth } = legendOf(storeWith([mesh], { display: { ...display, boxLevel: 2 } }));
    const deepest = depth?.deepest ?? 0;
    expect(depth?.title).toBe('level 2 drawn');
    expect(depth?.steps.map(({ drawn }) => drawn).indexOf(true)).toBe(2);
    expect(depth?.steps.filter(({ drawn }) => drawn).length).toBe(1);
    expect(depth?.steps.map(({ colour }) => colour)).toEqual(Array.from({ length: deepest + 1 }, (_, at) => depthColour(at, deepest)));
  });

  it('shows the path to a selected node, whose own box has the colour of the selection and not of its depth', () => {
    const { depth, items } = legendOf(storeWith([mesh], { selection: { kind: 'node', document: 1, node: 2 } }));
    expect(depth?.title).toBe('path to node 2');
    expect(depth?.steps.map(({ drawn }) => drawn).slice(0, 3)).toEqual([true, true, false]);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ mark: 'stroke', colour: 'var(--meaning-selection)' });
    expect(items[0]?.text).toMatch(/^Selected box and its [\d,]+ triangles$/);
  });

  it('says nothing of a path that is switched off or belongs to another document', () => {
    const off = { display: { ...display, path: false }, selection: { kind: 'node', document: 1, node: 2 } } as const;
    expect(legendOf(storeWith([mesh], off)).depth).toBeNull();
    const other = { selection: { kind: 'node', document: 2, node: 2 } } as const;
    expect(legendOf(storeWith([mesh, mesh], other)).depth).toBeNull();
  });

  it('says nothing of boxes that are not there: a level below the tree, a hidden document', () => {
    expect(legendOf(storeWith([mesh], { display: { ...display, boxLevel: 500 } })).depth).toBeNull();
    expect(legendOf(storeWith([mesh], { display: { ...display, boxLevel: 2 }, hidden: new Set(['1']) })).depth).toBeNull();
  });

  it('shows the object under the pointer', () => {
    const store = storeWith([mesh]);
    store.hover.value = { kind: 'node', document: 1, node: 1204 };
    expect(legendOf(store).items).toEqual([{ mark: 'stroke', colour: 'var(--text-primary)', text: 'Under the pointer: node 1,204' }]);
    const several = storeWith([mesh, mesh]);
    several.hover.value = { kind: 'node', document: 1, node: 1204 };
    expect(legendOf(several).items[0]!.text).toBe(`Under the pointer: node 1,204 of ${several.documents.value[0]!.summary.name}`);
  });

  it('shows each type of finding by the colour of its severity and a mark of its own, also those hidden in the view', () => {
    const { positions, indices } = mesh;
    const broken = { positions, indices: Uint32Array.from([...indices.slice(0, -9), 0, 0, 1, ...indices.slice(0, 3)]), parts: [] };
    const { store, report, kinds } = checked(broken);
    const marked = report.findings.filter(({ elements }) => elements.words.length > 0);
    expect(
      kinds()
        .map(({ kind }) => kind!.name)
        .toSorted(),
    ).toEqual(marked.map(({ code }) => code).toSorted());
    expect(new Set(kinds().map(({ mark, colour }) => `${mark} ${colour}`)).size).toBe(marked.length);
    expect(kinds().find(({ kind }) => kind!.name === 'repeated-vertex-triangles')?.colour).toBe('var(--meaning-error)');
    expect(kinds().find(({ kind }) => kind!.name === 'boundary-loops')?.colour).toBe('var(--meaning-warning)');
    toggleKind(store, 'boundary-loops', 'Holes');
    expect(
      kinds()
        .filter(({ kind }) => !kind!.isShown)
        .map(({ kind }) => kind!.name),
    ).toEqual(['boundary-loops']);
    store.history.undo();
    expect(kinds().every(({ kind }) => kind!.isShown)).toBe(true);
  });

  it('says what the numbers in circles count where that is not what the list counts', () => {
    const { positions, indices } = ball(320, 4);
    const holes = ({ kinds }: ReturnType<typeof checked>): string | undefined =>
      kinds().find(({ kind }) => kind!.name === 'boundary-loops')?.text;
    // Without the triangles at a pole, which is vertex 0: a rim of 320 edges.
    const rim = indices.filter((_, i) => !indices.subarray(i - (i % 3), i - (i % 3) + 3).includes(0));
    expect(holes(checked({ positions, indices: rim, parts: [] }))).toBe('Boundary loops (holes): 1, circles count edges');
    expect(holes(checked({ positions, indices: indices.slice(3), parts: [] }))).toBe('Boundary loops (holes): 1');
  });

  it('says nothing of circles where the elements of many are ignored', () => {
    const { positions, indices } = ball(320, 4);
    // Without the triangles at the pole of vertex 0, and one at the other pole: rims of 320 edges and of 3.
    const holes = indices.filter((_, i) => !indices.subarray(i - (i % 3), i - (i % 3) + 3).includes(0)).slice(0, -3);
    const { store, kinds } = checked({ positions, indices: holes, parts: [] });
    const row = (): string | undefined => kinds().find(({ kind }) => kind!.name === 'boundary-loops')?.text;
    expect(row()).toBe('Boundary loops (holes): 2, circles count edges');
    const finding = store.findings.value.get(1)!.open.find(({ name }) => name === 'boundary-loops')!;
    const largest = [0, 1].find((item) => itemWords(finding.elements!, item).length > 600)!;
    store.history.change('Ignore', (scene) => withIgnored(scene, 1, ignoring(finding, largest, 'an entrance'), true));
    expect(row()).toBe('Boundary loops (holes): 1');
  });

  it('has no row for a selected hit or contact that is not there any more, and the status bar neither', () => {
    const ray = { document: 1, origin: [-3, 0.1, 0.1], direction: [1, 0, 0], far: Infinity, options: defaultValues(rayOptions) } as const;
    const there = storeWith([mesh], { ray, selection: { kind: 'hit', hit: 0 } });
    expect(legendOf(there).items[0]?.text).toBe('Selected hit 1');
    expect(selectionLabel(there)).toBe('hit 1');
    const gone = storeWith([mesh], { ray: { ...ray, origin: [-3, 9, 0] }, selection: { kind: 'hit', hit: 0 } });
    expect(legendOf(gone).items.map(({ text }) => text)).not.toContain('Selected hit 1');
    expect(selectionLabel(gone)).toBeNull();
    for (const selection of [
      { kind: 'contact', a: 1, b: 2 },
      { kind: 'loop', a: 1, b: 2 },
      { kind: 'touch', triangle: 3 },
      { kind: 'node', document: 1, node: 1e6 },
      { kind: 'triangle', document: 1, triangle: 1e6, node: null },
      { kind: 'part', document: 1, part: 7 },
      { kind: 'finding', document: 1, name: 'boundary-loops', item: null },
      { kind: 'document', document: 9 },
    ] as const) {
      const store = storeWith([mesh], { selection });
      expect([selectionLabel(store), legendOf(store).items]).toEqual([null, []]);
    }
  });

  it('lists the sphere, its overlapping triangles and its push-out where they exist', () => {
    const sphere = { document: 1, center: [0.95, 0.02, 0.03], radius: 0.3, options: defaultValues(sphereOptions) } as const;
    const store = storeWith([mesh], { sphere });
    expect(legendOf(store).items.map(({ mark }) => mark)).toEqual(['ring', 'patch', 'stroke']);
    store.closedMeshes.value = new Map([[mesh, true]]);
    expect(legendOf(store).items.at(-1)).toEqual({
      mark: 'ring',
      colour: 'var(--meaning-good)',
      text: 'Push-out with the resolved sphere',
    });
    expect(legendOf(storeWith([mesh], { sphere: { ...sphere, radius: 3 } })).items.map(({ text }) => text)).toEqual([
      'Sphere',
      'Overlapping triangles',
    ]);
    store.hover.value = { kind: 'touch', triangle: store.sphere.value!.triangles[0]! };
    expect(legendOf(store).items[0]?.text).toMatch(/^Under the pointer: overlapping triangle/);
    const gone = { sphere, selection: { kind: 'touch', triangle: 0 } } as const;
    expect(legendOf(storeWith([mesh], gone)).items[0]?.text).toBe('Sphere');
    expect(legendOf(storeWith([mesh], { sphere: { ...sphere, center: [9, 0, 0] } })).items.map(({ text }) => text)).toEqual(['Sphere']);
  });

  it('shows the ray, its part beyond the first hit, and its hits, if they exist', () => {
    const ray = {
      document: 1,
      origin: [-3, 0.1, 0.1],
      direction: [1, 0, 0],
      far: Infinity,
      options: { ...defaultValues(rayOptions), mode: 'all' },
    } as const;
    expect(legendOf(storeWith([mesh], { ray })).items.map(({ mark }) => mark)).toEqual(['stroke', 'dashes', 'dot']);
    const missing = { ...ray, direction: [-1, 0, 0] } as const;
    expect(legendOf(storeWith([mesh], { ray: missing })).items).toEqual([{ mark: 'stroke', colour: 'var(--meaning-hit)', text: 'Ray' }]);
  });
});
