import { describe, expect, it } from 'vitest';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import type { App } from '../../../renderer/commands/app.ts';
import { select } from '../../../renderer/commands/actions.ts';
import type { CommandId } from '../../../renderer/commands/commands.ts';
import { describeForCopy } from '../../../renderer/commands/describe-for-copy.ts';
import { runCommand } from '../../../renderer/commands/keymap.ts';
import { wholeText } from '../../../renderer/commands/long-text.ts';
import { pickParts, setPicking } from '../../../renderer/commands/selection-actions.ts';
import { withDocumentReplaced } from '../../../renderer/state/documents/replace-document.ts';
import { type IndexSet, membersOf, setOf } from '../../../renderer/state/selection/index-set.ts';
import { withoutDocument } from '../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../renderer/state/store/store.ts';
import { createRegionTool } from '../../../renderer/tools/region-tool.ts';
import { createSelectTool } from '../../../renderer/tools/select-tool.ts';
import { selectionLabel } from '../../../renderer/panels/selection-label.ts';
import { box, joined, placed } from '../../fixtures/shapes.ts';
import { openDocument, storeWith } from '../scene/scene-fixture.ts';
import { at, fakeView } from '../tools/fake-view.ts';

/** Four boxes, of which the first two touch. */
const mesh: TriangleMesh = joined([box(), placed(box(), 1, [2, 0, 0]), placed(box(), 1, [9, 0, 0]), placed(box(), 1, [20, 0, 0])]);

function run(store: WritableStore, ...ids: readonly CommandId[]): void {
  for (const id of ids) expect(runCommand({ store } as unknown as App, id), id).toBe(true);
}

function triangles({ scene }: WritableStore): number[] {
  const { selection } = scene.value;
  if (selection?.kind === 'triangle') return [selection.triangle];
  return selection?.kind === 'triangles' ? [...membersOf(selection.triangles)] : [];
}

function parts({ scene }: WritableStore): number[] {
  const { selection } = scene.value;
  if (selection?.kind === 'part') return [selection.part];
  return selection?.kind === 'parts' ? [...membersOf(selection.parts)] : [];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

const triangle = (index: number) => ({ kind: 'triangle', document: 1, triangle: index, node: null }) as const;

describe('selecting sets', () => {
  it('selects all triangles, or all parts where parts are picked or selected', () => {
    const store = storeWith([mesh]);
    run(store, 'selectAll');
    expect(triangles(store)).toEqual(range(0, 48));
    expect(selectionLabel(store)).toBe('48 triangles');
    select(store, { kind: 'part', document: 1, part: 2 });
    run(store, 'selectAll');
    expect(parts(store)).toEqual([0, 1, 2, 3]);
    run(store, 'selectNone');
    expect(store.scene.value.selection).toBeNull();
    setPicking(store, { what: 'parts' });
    run(store, 'selectAll');
    expect(parts(store)).toEqual([0, 1, 2, 3]);
  });

  it('inverts parts and triangles, also from nothing and to nothing', () => {
    const store = storeWith([mesh]);
    pickParts(store, 1, [1, 3], 'replace');
    run(store, 'selectInverse');
    expect(parts(store)).toEqual([0, 2]);
    run(store, 'selectAll', 'selectInverse');
    expect(store.scene.value.selection).toBeNull();
    select(store, triangle(5));
    run(store, 'selectInverse');
    expect(triangles(store)).toEqual(range(0, 48).filter((i) => i !== 5));
  });

  it('grows, shrinks, and reaches the component and the parts', () => {
    const store = storeWith([mesh]);
    select(store, triangle(24));
    run(store, 'selectMore');
    expect(triangles(store).length).toBeGreaterThan(1);
    expect(triangles(store).every((t) => t >= 24 && t < 36)).toBe(true);
    run(store, 'selectConnected');
    expect(triangles(store)).toEqual(range(24, 36));
    run(store, 'selectParts');
    expect(store.scene.value.selection).toEqual({ kind: 'part', document: 1, part: 2 });
    // The two boxes that touch share corners.
    select(store, triangle(0));
    run(store, 'selectConnected');
    expect(triangles(store)).toEqual(range(0, 24));
    run(store, 'selectLess');
    expect(triangles(store)).toEqual(range(0, 24));
    run(store, 'selectParts', 'selectTriangles');
    expect(triangles(store)).toEqual(range(0, 24));
  });

  it('takes a single object as a single selection, and is one undo step', () => {
    const store = storeWith([mesh]);
    pickParts(store, 1, [1], 'toggle');
    expect(store.scene.value.selection).toEqual({ kind: 'part', document: 1, part: 1 });
    pickParts(store, 1, [3], 'toggle');
    expect(parts(store)).toEqual([1, 3]);
    pickParts(store, 1, [1], 'toggle');
    expect(parts(store)).toEqual([3]);
    pickParts(store, 1, [0, 3], 'remove');
    expect(store.scene.value.selection).toBeNull();
    run(store, 'selectAll', 'undo');
    expect(store.scene.value.selection).toBeNull();
  });

  it('copies the indices', () => {
    const store = storeWith([mesh]);
    pickParts(store, 1, [1, 3], 'replace');
    expect(wholeText(describeForCopy(store))).toBe(`part\tname\ttriangles\n1\t${mesh.parts[1]!.name}\t12\n3\t${mesh.parts[3]!.name}\t12`);
    run(store, 'selectTriangles');
    expect(wholeText(describeForCopy(store))).toBe(['triangle', ...range(12, 24), ...range(36, 48)].join('\n'));
  });
});

describe('the select tools', () => {
  it('with Ctrl add and remove the triangle under a click, with Shift add it', () => {
    const store = storeWith([mesh]);
    const tool = createSelectTool(store, {
      ...fakeView,
      pick: ([x, y]) => ({ document: 1, triangle: x, position: [x, y, 0], distance: 1 }),
    });
    const click = (x: number, shift: boolean, ctrl: boolean): void => {
      tool.down(at(x, 5, shift, ctrl));
      tool.up(at(x, 5, shift, ctrl));
    };
    click(3, false, false);
    click(7, false, true);
    click(9, true, false);
    click(9, true, false);
    expect(triangles(store)).toEqual([3, 7, 9]);
    click(7, false, true);
    expect(triangles(store)).toEqual([3, 9]);
    click(20, false, false);
    expect(triangles(store)).toEqual([20]);
  });

  it('pick the part under a click where parts are picked', () => {
    const store = storeWith([mesh]);
    setPicking(store, { what: 'parts' });
    const tool = createSelectTool(store, fakeView);
    tool.down(at(20, 5));
    tool.up(at(20, 5));
    expect(store.scene.value.selection).toEqual({ kind: 'part', document: 1, part: 0 });
  });

  it('select the triangles or parts of a region, and Escape leaves the selection', () => {
    const store = storeWith([mesh]);
    const outlines: number[] = [];
    const found: IndexSet = setOf(triangleCount(mesh), [1, 13, 14]);
    const view = {
      ...fakeView,
      trianglesIn: () => found,
      showRegion: (outline: readonly unknown[] | null) => void outlines.push(outline?.length ?? 0),
    };
    const tool = createRegionTool(store, view, 'box');
    const drag = (shift: boolean, ctrl: boolean): void => {
      tool.down(at(10, 10, shift, ctrl));
      tool.move(at(30, 40, shift, ctrl));
      tool.up(at(30, 40, shift, ctrl));
    };
    drag(false, false);
    expect(triangles(store)).toEqual([1, 13, 14]);
    expect(outlines).toEqual([4, 0]);
    select(store, triangle(30));
    drag(true, false);
    expect(triangles(store)).toEqual([1, 13, 14, 30]);
    drag(false, true);
    expect(triangles(store)).toEqual([30]);
    setPicking(store, { what: 'parts' });
    drag(false, false);
    expect(parts(store)).toEqual([0, 1]);
    tool.down(at(10, 10));
    tool.move(at(30, 40));
    expect(tool.cancel()).toBe(true);
    tool.up(at(30, 40));
    expect(parts(store)).toEqual([0, 1]);
  });
});

describe('hiding sets', () => {
  it('hides and shows the selection', () => {
    const store = storeWith([mesh]);
    pickParts(store, 1, [1, 3], 'replace');
    run(store, 'hide');
    expect([...store.scene.value.hidden].sort()).toEqual(['1/1', '1/3']);
    expect([...membersOf(store.hiddenTriangles.value.get(1)!)]).toEqual([...range(12, 24), ...range(36, 48)]);
    run(store, 'hide');
    expect(store.hiddenTriangles.value.size).toBe(0);
    select(store, triangle(5));
    run(store, 'hide');
    expect([...membersOf(store.hiddenTriangles.value.get(1)!)]).toEqual([5]);
    run(store, 'showAll');
    expect(store.hiddenTriangles.value.size).toBe(0);
    run(store, 'undo', 'undo');
    expect(store.scene.value.hiddenTriangles.size).toBe(0);
    run(store, 'redo');
    expect([...membersOf(store.hiddenTriangles.value.get(1)!)]).toEqual([5]);
  });

  it('hides everything else, other documents included', () => {
    const store = storeWith([mesh, box()]);
    select(store, { kind: 'part', document: 1, part: 2 });
    run(store, 'hideUnselected');
    expect([...store.scene.value.hidden].sort()).toEqual(['1/0', '1/1', '1/3', '2']);
    select(store, triangle(30));
    run(store, 'hideUnselected');
    expect([...membersOf(store.hiddenTriangles.value.get(1)!)]).toEqual(range(0, 48).filter((t) => t !== 30));
  });

  it('isolates and restores the hidden parts', () => {
    const store = storeWith([mesh, box()]);
    select(store, { kind: 'part', document: 1, part: 3 });
    run(store, 'hide');
    pickParts(store, 1, [0, 3], 'replace');
    run(store, 'isolate');
    // The selection is shown, also what of it was hidden.
    expect([...store.scene.value.hidden].sort()).toEqual(['1/1', '1/2', '2']);
    run(store, 'isolate');
    expect([...store.scene.value.hidden]).toEqual(['1/3']);
    expect(store.scene.value.isolated).toBeNull();
    run(store, 'undo');
    expect([...store.scene.value.hidden].sort()).toEqual(['1/1', '1/2', '2']);
  });

  it('survives a document that is closed, or read again with parts of the same names', () => {
    const store = storeWith([mesh, box()]);
    pickParts(store, 1, [0, 3], 'replace');
    run(store, 'isolate');
    const [old] = store.documents.value;
    const closed = withoutDocument(store.scene.value, 1, 2);
    expect([...closed.hidden, ...closed.isolated!.hidden]).toEqual([]);
    expect(closed.selection).toBeNull();
    const named = { ...mesh, parts: mesh.parts.map((part, i) => ({ ...part, name: `box ${i}` })) };
    const before = { ...old!, mesh: { ...old!.mesh!, mesh: named } };
    const fewer = { ...named, parts: named.parts.slice(1) };
    const replaced = withDocumentReplaced(store.scene.value, before, openDocument(3, fewer));
    expect([...replaced.hidden].sort()).toEqual(['2', '3/0', '3/1']);
    expect(replaced.selection).toEqual({ kind: 'part', document: 3, part: 2 });
  });
});
