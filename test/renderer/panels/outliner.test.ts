import { describe, expect, it } from 'vitest';
import type { MeshPart, TriangleMesh } from '#core/mesh/triangle-mesh';
import { materialOf } from '#core/mesh/surface-materials';
import {
  outlineRows,
  type OutlinedDocument,
  type OutlineRow,
  parentRow,
  partsBetween,
  rowStartingWith,
} from '../../../renderer/panels/outliner/outline-rows.ts';
import { createOutlineState } from '../../../renderer/panels/outliner/outline-state.ts';
import {
  isRestricted,
  materialsOfParts,
  matchingParts,
  type OutlineFilter,
  wordsOf,
} from '../../../renderer/panels/outliner/part-filter.ts';
import { baseName, groupedParts } from '../../../renderer/panels/outliner/part-groups.ts';
import { hiddenKey } from '../../../renderer/state/store/records.ts';
import { box, joined } from '../../fixtures/shapes.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { storeWith } from '../scene/scene-fixture.ts';

const hull = { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'name', exact: null } as const;

function part(name: string, firstTriangle = 0, change: Partial<MeshPart> = {}): MeshPart {
  return { name, firstTriangle, triangleCount: 2, worldFromPart: null, ...change };
}

describe('groups of like parts', () => {
  it.each([
    ['column_04', 'column'],
    ['column.012', 'column'],
    ['Cube12', 'Cube'],
    ['brush_0005_solid', 'brush_solid'],
    ['level/crate 3', 'level/crate'],
    ['rock[3]', 'rock'],
    ['rock/1', 'rock'],
    ['UCX_rock_01', 'UCX_rock'],
    ['mp3_player', 'mp3_player'],
    ['42', '42'],
  ])('the base name of %s is %s', (name, base) => {
    expect(baseName(name)).toBe(base);
  });

  it('joins four or more parts that differ only by numbers, in place of the first', () => {
    const names = ['ground', 'column_1', 'column_2', 'arch_1', 'column_3', 'arch_2', 'column_4', 'arch_3'];
    expect(groupedParts(names.map((name) => part(name)))).toEqual([
      0,
      expect.objectContaining({ name: 'column', parts: [1, 2, 4, 6] }),
      3,
      5,
      7,
    ]);
  });

  it('keeps parts of other roles apart', () => {
    const parts = ['a1', 'a2', 'a3', 'a4'].flatMap((name) => [part(name), part(name, 0, { role: hull })]);
    expect(groupedParts(parts)).toEqual([
      { key: expect.any(String) as string, name: 'a', parts: [0, 2, 4, 6] },
      { key: expect.any(String) as string, name: 'a', parts: [1, 3, 5, 7] },
    ]);
  });

  it('joins four or more instances of one mesh whatever their names, and says so for groups by name', () => {
    const names = ['M6', 'bolt_1', 'Screw', 'bolt_2', 'Pin', 'bolt_3', 'Nail', 'bolt_4', 'plate'];
    const instances = Uint32Array.of(0, 1, 0, 1, 0, 1, 0, 1, 8);
    const parts = names.map((name) => part(name));
    expect(groupedParts(parts, instances)).toEqual([
      { key: expect.any(String) as string, name: 'M6', parts: [0, 2, 4, 6], isInstanced: true },
      { key: expect.any(String) as string, name: 'bolt', parts: [1, 3, 5, 7], isInstanced: true },
      8,
    ]);
    // Of two meshes: like by name, not by instance.
    const mixed = groupedParts(parts, Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8));
    expect(mixed).toEqual([0, { key: expect.any(String) as string, name: 'bolt', parts: [1, 3, 5, 7] }, 2, 4, 6, 8]);
    const roles = parts.map((one, i) => (i === 2 ? { ...one, role: hull } : one));
    expect(groupedParts(roles, instances).filter((entry) => typeof entry === 'number')).toEqual([0, 2, 4, 6, 8]);
  });

  it('lists every part once', () => {
    const random = seededRandom(4);
    const parts = Array.from({ length: 300 }, () => part(`${'abc'[Math.floor(3 * random())]!}_${Math.floor(9 * random())}`));
    const listed = groupedParts(parts).flatMap((entry) => (typeof entry === 'number' ? [entry] : entry.parts));
    expect(listed.sort((a, b) => a - b)).toEqual(parts.map((_, i) => i));
  });
});

describe('search and filters', () => {
  const mesh: TriangleMesh = {
    positions: new Float64Array(9),
    indices: new Uint32Array(30),
    parts: [
      part('Wall', 0),
      part('Door', 2),
      part('UCX_Wall', 4, { role: hull }),
      part('Roof', 6, { role: { ...hull, isRendered: true } }),
      part('', 8),
    ],
    materials: { names: ['Wood', 'Stone'], runs: [0, 1, 2, 0, 3, 1, 8, -1] },
  };
  const find = (search: string, filters: readonly OutlineFilter[] = []): readonly number[] =>
    matchingParts(
      mesh,
      'House.glb',
      { words: wordsOf(search), filters: new Set(filters) },
      { hasFinding: (i) => i === 1, isHidden: (i) => i > 2 },
    );

  it('finds words in name, material, role and document, each of them anywhere', () => {
    expect(find('wall')).toEqual([0, 2]);
    expect(find('stone')).toEqual([0, 1, 2, 3]);
    expect(find('wood')).toEqual([1]);
    expect(find('stone collider')).toEqual([2, 3]);
    expect(find('part 4')).toEqual([4]);
    expect(find('house door')).toEqual([1]);
    expect(find('window')).toEqual([]);
  });

  it('restricts by role, findings and hidden parts', () => {
    expect(find('', ['visual'])).toEqual([0, 1, 3, 4]);
    expect(find('', ['collider'])).toEqual([2, 3]);
    expect(find('', ['visual', 'collider'])).toEqual([0, 1, 2, 3, 4]);
    expect(find('', ['findings'])).toEqual([1]);
    expect(find('', ['hidden', 'collider'])).toEqual([3]);
    expect(isRestricted({ words: [], filters: new Set() })).toBe(false);
  });

  it('knows the materials of each part as its triangles have them', () => {
    const expected = mesh.parts.map(({ firstTriangle, triangleCount }) => {
      const each = Array.from({ length: triangleCount }, (_, i) => materialOf(mesh.materials, firstTriangle + i));
      return [...new Set(each.filter((name) => name !== null))];
    });
    expect(materialsOfParts(mesh)).toEqual(expected);
  });
});

describe('rows', () => {
  const outlined: OutlinedDocument = {
    document: 1,
    problem: null,
    entries: [0, { key: 'column', name: 'column', parts: [1, 2, 3, 4] }, 5],
    matching: null,
    wantedOpen: null,
    isGroupOpen: () => false,
  };
  const texts = (rows: readonly OutlineRow[]): string[] =>
    rows.map((row) =>
      row.kind === 'part' ? `${row.part}` : row.kind === 'group' ? `${row.group.name}×${row.group.parts.length}` : row.kind,
    );

  it('has groups closed and a short document open', () => {
    expect(texts(outlineRows([outlined]))).toEqual(['document', '0', 'column×4', '5']);
    expect(texts(outlineRows([{ ...outlined, isGroupOpen: () => true }]))).toEqual(['document', '0', 'column×4', '1', '2', '3', '4', '5']);
    const many = Array.from({ length: 65 }, (_, i) => i);
    expect(texts(outlineRows([{ ...outlined, entries: many }]))).toEqual(['document']);
    expect(outlineRows([{ ...outlined, entries: many, wantedOpen: true }]).length).toBe(66);
    expect(outlineRows([{ ...outlined, entries: [] }])).toEqual([{ kind: 'document', document: 1, isOpen: null }]);
  });

  it('has only what matches when restricted, with its groups open', () => {
    expect(texts(outlineRows([{ ...outlined, matching: new Set([2, 4, 5]) }]))).toEqual(['document', 'column×2', '2', '4', '5']);
    expect(outlineRows([{ ...outlined, matching: new Set() }])).toEqual([]);
  });

  it('shows the reason of a failed document in lines of whole words, when it is opened', () => {
    const failed = { ...outlined, entries: [], problem: 'house.obj, line 3: The number "x" cannot be read. Correct the file.' };
    expect(texts(outlineRows([failed]))).toEqual(['document']);
    const rows = outlineRows([{ ...failed, wantedOpen: true }]);
    const lines = rows.flatMap((row) => (row.kind === 'problem' ? [row.text] : []));
    expect(lines.join(' ')).toBe(failed.problem);
    expect(lines.length).toBe(2);
  });

  it('goes from a part to its group and to its document', () => {
    const rows = outlineRows([{ ...outlined, isGroupOpen: () => true }]);
    expect([0, 1, 2, 3, 6, 7].map((at) => parentRow(rows, at))).toEqual([null, 0, 0, 2, 2, 0]);
  });

  it('selects the parts between two rows, of groups all members', () => {
    const rows = outlineRows([outlined, { ...outlined, document: 2 }]);
    expect(partsBetween(rows, 3, 1, 1)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(partsBetween(rows, 2, 6, 1)).toEqual([1, 2, 3, 4, 5]);
  });

  it('finds the next row by its first letters and wraps around', () => {
    const names = ['house', 'beam', 'column', 'bolt'];
    const rows = outlineRows([{ ...outlined, entries: [0, 1, 2] }]);
    const find = (at: number, text: string): number | null => rowStartingWith(rows, at, text, (row) => names[rows.indexOf(row)]!);
    expect([find(0, 'b'), find(1, 'b'), find(3, 'b'), find(1, 'BO'), find(1, 'be'), find(0, 'x')]).toEqual([1, 3, 1, 3, 1, null]);
  });
});

describe('the list of a store', () => {
  it('opens a group without the group of the same name and another role', () => {
    const parts = ['wall_1', 'wall_2', 'wall_3', 'wall_4'].flatMap((name) => [part(name), part(name, 0, { role: hull })]);
    const state = createOutlineState(storeWith([{ ...box(), parts }]));
    state.reveal(1, 3);
    expect(state.rows.value.flatMap((row) => (row.kind === 'group' ? [row.isOpen] : []))).toEqual([false, true]);
    expect(state.rows.value.flatMap((row) => (row.kind === 'part' ? [row.part] : []))).toEqual([1, 3, 5, 7]);
  });

  it('opens what a part is in, and counts what a search leaves', () => {
    const names = Array.from({ length: 2176 }, (_, i) => `brush_${i}_solid`);
    const whole = joined(Array.from({ length: 4 }, () => box()));
    const parts = names.map((name, i) => ({ ...part(name, 0), triangleCount: i === 0 ? 48 : 0 }));
    const store = storeWith([{ ...whole, parts }, box()]);
    const state = createOutlineState(store);
    expect(state.rows.value.map(({ kind }) => kind)).toEqual(['document', 'group', 'document']);
    state.reveal(1, 2000);
    expect(state.rows.value.length).toBe(2179);
    state.search.value = 'brush_200';
    // 200, and 2000 to 2009.
    expect(state.found.value).toEqual({ parts: 11, of: 2177 });
    expect(state.rows.value.length).toBe(13);
    state.search.value = '';
    state.filters.value = new Set(['hidden']);
    expect(state.rows.value).toEqual([]);
    store.history.change('Hide', (scene) => ({ ...scene, hidden: new Set([hiddenKey(1, 7)]) }));
    expect(state.found.value?.parts).toBe(1);
  });
});
