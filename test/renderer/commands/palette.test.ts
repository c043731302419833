import { beforeEach, describe, expect, test } from 'vitest';
import { foundItems, runItem } from '../../../renderer/commands/palette/find-items.ts';
import { namedItems } from '../../../renderer/commands/palette/palette-items.ts';
import { rankItems } from '../../../renderer/commands/palette/rank-items.ts';
import { fakeAppWithBox, type FakeApp } from '../fake-app.ts';

describe('ranking', () => {
  const titles = ['Frame document', 'Reload', 'Remove ray', 'Ray', 'X-ray', 'Bounding volumes', 'Array of frames'];
  const rank = (query: string): string[] =>
    rankItems(
      titles.map((title) => ({ title })),
      query,
    ).map(({ item }) => item.title);

  test('a title that begins with the query comes before one with a word that does, and that before one that contains it', () => {
    expect(rank('ray')).toEqual(['Ray', 'X-ray', 'Remove ray', 'Array of frames']);
  });

  test('every word of the query must be there, in any order', () => {
    expect(rank('ray rem')).toEqual(['Remove ray']);
    expect(rank('ray document')).toEqual([]);
  });

  test('the first letters of words find a title', () => {
    expect(rank('bv')).toEqual(['Bounding volumes']);
    expect(rank('zq')).toEqual([]);
  });

  test('further words find an item, after the titles that do', () => {
    const items = [{ title: 'Wire', words: 'Draws only the edges.' }, { title: 'Edges' }, { title: 'Other' }];
    expect(rankItems(items, 'edges').map(({ item }) => item.title)).toEqual(['Edges', 'Wire']);
  });

  test('the found letters are marked, once each', () => {
    const [found] = rankItems([{ title: 'Remove ray' }], 'move re remo');
    expect(found!.ranges).toEqual([[0, 6]]);
  });

  test('an empty query keeps all in their order', () => {
    expect(rank(' ')).toHaveLength(titles.length);
  });
});

describe('the palette', () => {
  let app: FakeApp;
  let document: number;
  const find = (query: string) => foundItems(app, namedItems(app), query).shown.map(({ item }) => item);

  beforeEach(async () => {
    ({ app, document } = await fakeAppWithBox());
  });

  test('a command runs by its name', () => {
    const [first] = find('x-ray');
    expect(first).toMatchObject({ title: 'X-ray', shortcut: 'X', whyNot: null });
    runItem(app, first!);
    expect(app.store.scene.value.display.shading).toBe('xray');
  });

  test('words of newcomers find the command that does it', () => {
    for (const engine of ['unreal', 'unity', 'export godot', 'physics engine']) expect(find(engine)[0]?.title, engine).toBe('Export…');
    for (const theme of ['dark', 'light theme']) expect(find(theme)[0]?.title, theme).toBe('Preferences…');
  });

  test('what cannot run now comes last and says why', () => {
    const found = find('ray');
    const available = found.map(({ whyNot }) => whyNot === null);
    expect(found.find(({ title }) => title === 'Remove ray')?.whyNot).toBe('Not available now.');
    expect(available).toEqual(available.toSorted((a, b) => Number(b) - Number(a)));
    expect(available).toContain(false);
  });

  test('a number goes to the node or the triangle, and the last one is named for a number beyond it', () => {
    expect(find('3').slice(0, 2)).toMatchObject([
      { title: 'Go to node 3', note: 'of 9' },
      { title: 'Go to triangle 3', note: 'of 12' },
    ]);
    find('triangle 11')[0]!.run();
    expect(app.store.scene.value.selection).toMatchObject({ kind: 'triangle', document, triangle: 11 });
    find('node 0')[0]!.run();
    expect(app.store.scene.value.selection).toEqual({ kind: 'node', document, node: 0 });
    expect(find('triangle 13').map(({ whyNot }) => whyNot)).toEqual(['The last triangle is 11.']);
  });

  test('without a query the recent items come first', () => {
    expect(find('')[0]!.key).toBe('command openFile');
    runItem(app, find('wire')[0]!);
    runItem(app, find('x-ray')[0]!);
    const { shown } = foundItems(app, namedItems(app), '');
    expect(shown.slice(0, 3).map(({ item, group }) => [item.key, group])).toEqual([
      ['command xray', 'Recent'],
      ['command wire', 'Recent'],
      ['command openFile', 'Commands'],
    ]);
    expect(shown.filter(({ item }) => item.key === 'command xray')).toHaveLength(1);
  });

  test('each kept session is listed by the names of its meshes, with what it holds', () => {
    const savedAt = new Date(2026, 10, 8, 9, 5).getTime();
    app.store.keptSessions.value = [
      { id: 'a', savedAt, names: ['duck.obj', 'keep.glb'], holds: ['ray', 'section'] },
      { id: 'b', savedAt, names: ['knot.ply'], holds: [] },
    ];
    expect(find('session keep')).toMatchObject([
      { title: 'Restore session: duck.obj and 1 more', note: '8 Nov 2026, 09:05, ray, section' },
    ]);
    expect(find('restore knot')).toMatchObject([{ title: 'Restore session: knot.ply', note: '8 Nov 2026, 09:05, meshes only' }]);
  });

  test('a recent file has its folder, and one that a page sent has what it is', () => {
    const file = { openedAt: 1, folder: null } as const;
    app.store.recent.value = [
      { ...file, id: 'a', kind: 'mesh', name: 'duck.obj' },
      { ...file, id: 'b', kind: 'project', name: 'level.boxwood-project' },
      { ...file, id: 'c', kind: 'project', name: 'yard.boxwood-project', folder: 'levels' },
      { ...file, id: 'd', kind: 'mesh', name: 'keep.glb', folder: 'meshes' },
    ];
    const notes = Object.fromEntries(find('open recent').map(({ key, note }) => [key, note]));
    expect(notes).toEqual({
      'recent a': 'dropped',
      'recent b': 'copy of the project',
      'recent c': 'project, levels',
      'recent d': 'meshes',
    });
  });

  test('a kind of tree is built by its name', () => {
    expect(find('obb').map(({ key }) => key)).toContain('kind obb');
  });
});
