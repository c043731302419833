import { describe, expect, it } from 'vitest';
import { setColouring } from '../../../../renderer/commands/section-commands.ts';
import { legendOf } from '../../../../renderer/scene/legend.ts';
import { legendRows, legendRowsIn, maxLegendRows } from '../../../../renderer/scene/legend-rows.ts';
import type { FromComponentWorker, ToComponentWorker } from '../../../../renderer/state/colour/component-messages.ts';
import { followComponents } from '../../../../renderer/state/colour/follow-components.ts';
import { ball, box, joined, named, placed } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const many = joined(Array.from({ length: 14 }, (_, at) => named(`rock ${at}`, placed(at === 5 ? ball(8, 4) : box(), 1, [3 * at, 0, 0]))));

describe('coloured documents', () => {
  it('keep their colours until something changes that they depend on', () => {
    const store = storeWith([many, box()]);
    expect(store.colours.value.size).toBe(0);
    setColouring({ store }, 'part');
    const before = store.colours.value.get(1);
    expect(before?.groups).toHaveLength(14);
    const all = store.colours.value;
    store.history.change('select', (scene) => ({ ...scene, selection: { kind: 'part', document: 1, part: 2 } }));
    expect(store.colours.value).toBe(all);
    store.history.change('limit', (scene) => ({ ...scene, display: { ...scene.display, walkableDegrees: 30 } }));
    expect(store.colours.value.get(1)).toBe(before);
    store.history.change('hide', (scene) => ({ ...scene, hidden: new Set(['2']) }));
    expect([...store.colours.value.keys()]).toEqual([1]);
    setColouring({ store }, 'file');
    expect(store.colours.value.get(1)?.groups).toMatchObject([{ label: '1.obj', triangles: 13 * 12 + 48 }]);
    store.history.undo();
    expect(store.colours.value.get(1)?.groups).toHaveLength(14);
  });

  it('have a legend of six rows, the largest groups first, and a count of the rest', () => {
    const store = storeWith([many]);
    setColouring({ store }, 'part');
    const legend = legendOf(store);
    expect(legend.colours?.title).toBe('Colour by part');
    expect(legend.colours?.items[0]?.text).toBe('rock 5: 48');
    const rows = legendRows(legend);
    expect([rows.items.length, rows.colours.length, rows.leftOut]).toEqual([0, maxLegendRows - 1, 9]);
    // Colours keep half of the rows next to many others.
    const item = { mark: 'stroke', colour: 'red', text: 'x' } as const;
    const crowded = legendRows({ ...legend, items: Array.from({ length: 9 }, () => ({ ...item })) });
    expect([crowded.items.length, crowded.colours.length, crowded.leftOut]).toEqual([2, 3, 18]);
    // The scale of depths needs room too.
    const scale = { title: '', steps: [], deepest: 3 };
    expect(legendRows({ ...legend, depth: scale }).colours).toHaveLength(3);
    const few = legendRows({ depth: null, distances: null, items: [item, item], colours: null });
    expect([few.items.length, few.leftOut]).toEqual([2, 0]);
  });

  it('by depth have the scale of the tree, with the levels that have triangles, and the largest levels first', () => {
    const store = storeWith([many]);
    setColouring({ store }, 'depth');
    const { depth, colours } = legendOf(store);
    const tree = store.activeTree.peek()!.tree;
    const levels = store.colours.value.get(1)!.groups.filter(({ triangles }) => triangles > 0);
    const depths = levels.map(({ label }) => Number(label.slice('Depth '.length)));
    expect(depth?.steps).toHaveLength(tree.depth + 1);
    expect(depth?.steps.flatMap(({ drawn }, at) => (drawn ? [at] : []))).toEqual(depths);
    expect(depth?.title).toBe(`leaves at depths ${depths[0]} to ${depths.at(-1)}`);
    const [largest] = levels.toSorted((a, b) => b.triangles - a.triangles);
    expect(colours?.items[0]?.text).toBe(`${largest!.label}: ${largest!.triangles}`);
    // The boxes of a level have the same scale, which then says what of them is drawn.
    store.history.change('level', (scene) => ({ ...scene, display: { ...scene.display, boxLevel: 1 } }));
    expect(legendOf(store).depth?.title).toBe('level 1 drawn');
  });

  it('have a legend whose last row is whole in a low view, and counts what is left out with its scale', () => {
    expect([800, 480, 450, 251].map((height) => legendRowsIn(800, height))).toEqual([maxLegendRows, 4, 0, 0]);
    expect([260, 418, 600].map((width) => legendRowsIn(width, 800))).toEqual([0, 0, maxLegendRows]);
    const item = { mark: 'stroke', colour: 'red', text: 'x' } as const;
    const legend = { depth: { title: '', steps: [], deepest: 3 }, distances: null, items: [item, { ...item }], colours: null };
    expect(legendRows(legend, 3)).toMatchObject({ items: [item], leftOut: 1, hasScales: true });
    expect(legendRows(legend, 0)).toMatchObject({ items: [], leftOut: 3, hasScales: false });
  });

  it('wait for a worker to find components, which runs once per mesh and ends', () => {
    const store = storeWith([many]);
    const sent: ToComponentWorker[] = [];
    let answer: (message: FromComponentWorker) => void = () => {};
    let ended = 0;
    const stop = followComponents(store, (message) => {
      answer = message;
      return { post: (request) => void sent.push(request), terminate: () => void ended++ };
    });
    expect(sent).toHaveLength(0);
    setColouring({ store }, 'component');
    expect(legendOf(store).colours).toEqual({ title: 'Finding components…', items: [] });
    expect(sent).toHaveLength(1);
    answer({ serial: sent[0]!.serial + 1, count: 1, setOf: new Uint32Array() });
    expect(store.components.value.size).toBe(0);
    const setOf = Uint32Array.from({ length: many.indices.length / 3 }, (_, t) => (t < 100 ? 0 : 1));
    answer({ serial: sent[0]!.serial, count: 2, setOf });
    expect(legendOf(store).colours?.items.map(({ text }) => text)).toEqual(['Component 1: 104', 'Component 0: 100']);
    expect(ended).toBe(1);
    setColouring({ store }, 'plain');
    setColouring({ store }, 'component');
    expect(sent).toHaveLength(1);
    store.documents.value = [];
    expect(store.components.value.size).toBe(0);
    stop();
  });

  it('go on with the next mesh after the worker has failed with one, and show the failure', () => {
    const store = storeWith([many, box()]);
    const sent: ToComponentWorker[] = [];
    let lose: (reason: string) => void = () => {};
    const stop = followComponents(store, (_, lost) => {
      lose = lost;
      return { post: (request) => void sent.push(request), terminate: () => {} };
    });
    setColouring({ store }, 'component');
    lose('no memory');
    expect(sent.map(({ indices }) => indices.length)).toEqual([many.indices.length, 36]);
    expect(legendOf(store).colours?.title).toBe('Components not found: no memory');
    lose('no memory');
    expect(sent).toHaveLength(2);
    expect(legendOf(store).colours?.title).toBe('Components not found in 2 meshes: no memory');
    // The user tries again.
    setColouring({ store }, 'plain');
    setColouring({ store }, 'component');
    expect(sent).toHaveLength(3);
    expect(legendOf(store).colours?.title).toBe('Finding components…');
    store.documents.value = [];
    lose('');
    stop();
  });
});
