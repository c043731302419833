import { beforeEach, describe, expect, test } from 'vitest';
import { exportFacts } from '#core/bake/export/expected-bytes';
import { exportOptions, exportPresets, type ExportPreset } from '#core/options/export-options';
import { defaultValues } from '#core/options/option';
import type { RequestOf } from '#host-api';
import { setMeaning } from '../../../../renderer/commands/actions.ts';
import { runExport } from '../../../../renderer/commands/export-actions.ts';
import { setPartsHidden } from '../../../../renderer/commands/visibility-actions.ts';
import { spaceOf } from '../../../../renderer/state/documents/space-of.ts';
import type { Session } from '../../../../renderer/state/documents/session.ts';
import {
  chosenPreset,
  exportForm,
  type ExportForm,
  fixedOptions,
  fixedText,
  forwardChange,
  formatChange,
  formatFor,
  presetChange,
  presetOf,
  proposedName,
  replacedText,
  upChoices,
  writtenForm,
} from '../../../../renderer/state/export/export-form.ts';
import {
  axesSentence,
  boundsSentence,
  contentSentence,
  documentAsRead,
  exportPlan,
  type ExportPlan,
  factsMemory,
  gltfNote,
  onlyPart,
  roleNote,
  sourceNote,
  unstatedNote,
} from '../../../../renderer/state/export/export-plan.ts';
import { scopeRuns } from '../../../../renderer/state/export/export-runs.ts';
import { setOf } from '../../../../renderer/state/selection/index-set.ts';
import type { PageDocument, Selection } from '../../../../renderer/state/store/records.ts';
import { withRole, withSelection } from '../../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import { box, joined, named } from '../../../fixtures/shapes.ts';
import { settled, type FakeHost } from '../../fake-host.ts';
import { startedSession } from '../started-session.ts';

const level = joined([named('floor', box([0, 0, 0], [4, 1, 4])), named('wall', box([1, 2, 3], [2, 4, 6])), named('roof', box())]);
let host: FakeHost;
let store: WritableStore;
let session: Session;
let id: number;

beforeEach(async () => {
  const started = await startedSession();
  ({ host, store, session } = started);
  id = await started.openBox('level.obj', null, level);
});

const document = (): PageDocument => store.activeDocument.value!;
const select = (selection: Selection): void => store.history.change('Select', (scene) => withSelection(scene, selection));

function planOf(form: ExportForm): ExportPlan {
  const runs = scopeRuns(store, document(), form.scope)!.runs;
  const plan = exportPlan({ mesh: level, space: spaceOf(store, document()), form, runs, facts: exportFacts(level, runs), trees: [] });
  if ('problem' in plan) throw new Error(plan.problem);
  return plan;
}

describe('the scope of an export', () => {
  test('is everything, what is visible, or the selected parts and triangles', () => {
    expect(scopeRuns(store, document(), 'all')).toEqual({ runs: null });
    expect(scopeRuns(store, document(), 'visible')).toEqual({ runs: null });
    expect(scopeRuns(store, document(), 'selected')).toBeNull();
    setPartsHidden(store, id, [1], true);
    expect(scopeRuns(store, document(), 'visible')).toEqual({ runs: [0, 12, 24, 12] });
    expect(scopeRuns(store, document(), 'all')).toEqual({ runs: null });
    select({ kind: 'part', document: id, part: 1 });
    expect(scopeRuns(store, document(), 'selected')).toEqual({ runs: [12, 12] });
    select({ kind: 'parts', document: id, parts: setOf(3, [0, 1]) });
    expect(scopeRuns(store, document(), 'selected')).toEqual({ runs: [0, 24] });
    select({ kind: 'triangles', document: id, triangles: setOf(36, [3, 4, 30]) });
    expect(scopeRuns(store, document(), 'selected')).toEqual({ runs: [3, 2, 30, 1] });
    setPartsHidden(store, id, [0, 2], true);
    expect(scopeRuns(store, document(), 'visible')).toBeNull();
  });
});

describe('the form of an export', () => {
  test('begins with the format of the file, or with GLB, and changes nothing', () => {
    expect(exportForm('ply')).toMatchObject({ format: 'ply', scope: 'all', options: defaultValues(exportOptions) });
    expect(exportForm('gltf').format).toBe('glb');
    expect(exportForm('fbx').format).toBe('glb');
  });

  test('knows the preset of its unit and axes, and the chosen one of those that are equal', () => {
    const options = defaultValues(exportOptions);
    expect(presetOf(options)).toBe('none');
    for (const name of Object.keys(exportPresets) as ExportPreset[]) {
      expect(presetOf(chosenPreset(options, name), name)).toBe(name);
      expect(chosenPreset(options, name)).toMatchObject({ preset: 'none', scale: 1, flip: false });
    }
    expect(presetOf({ ...chosenPreset(options, 'ros'), toForward: 'usual' }, 'ros')).toBe('blender');
    expect(chosenPreset(chosenPreset(options, 'ros'), 'blender')).toMatchObject({ toForward: 'usual' });
    expect(presetOf({ ...chosenPreset(options, 'unreal'), toForward: '+x' }, 'unreal')).toBe('unrealX');
    expect(presetOf({ ...chosenPreset(options, 'unreal'), toForward: '-x' }, 'unreal')).toBe('none');
  });

  test('a preset takes the place of a format that its engine does not read', () => {
    expect((['off', 'ply', 'stl', 'obj', 'glb', 'jolt'] as const).map((format) => formatFor('unreal', format))).toEqual([
      'obj',
      'obj',
      'obj',
      'obj',
      'glb',
      'jolt',
    ]);
    expect([formatFor('ros', 'stl'), formatFor('blender', 'ply'), formatFor('none', 'off')]).toEqual(['stl', 'ply', 'off']);
  });

  test('a preset keeps a typed file name, with the extension of its format, and names what it has replaced', () => {
    const typed: ExportForm = { ...exportForm('stl'), name: 'rock.stl' };
    const unity = { ...typed, ...presetChange(typed, 'unity') };
    expect(unity).toMatchObject({ preset: 'unity', format: 'obj', name: 'rock.obj', options: { toHandedness: 'left' } });
    expect(replacedText(unity)).toBe('Unity does not import STL: OBJ is chosen');
    expect(replacedText({ ...typed, ...presetChange(typed, 'unrealX') })).toBe('Unreal Engine does not import STL: OBJ is chosen');
    const off = { ...typed, ...formatChange(typed, 'off') };
    expect(replacedText({ ...off, ...presetChange(off, 'ros') })).toBe('ROS does not import OFF: OBJ is chosen');
    // The next choice is no replacement.
    expect(replacedText({ ...unity, ...presetChange(unity, 'blender') })).toBeNull();
    expect({ ...unity, ...formatChange(unity, 'stl') }).toMatchObject({ format: 'stl', name: 'rock.stl', replaced: null });
    expect({ ...typed, ...presetChange(typed, 'blender') }).toMatchObject({ format: 'stl', name: 'rock.stl', replaced: null });
    expect(presetChange({ ...typed, name: 'my rock' }, 'unity')).toMatchObject({ name: 'my rock' });
    expect(presetChange({ ...typed, name: null }, 'unity')).toMatchObject({ name: null });
    expect(presetChange(unity, 'none')).toMatchObject({ format: 'obj', options: { toUnit: 'same', toHandedness: 'same' } });
  });

  test('proposes the name of the document, with the only part', () => {
    expect(proposedName('level.v2.obj', 'glb', null)).toBe('level.v2.glb');
    expect(proposedName('level', 'three-mesh-bvh', 'a/b:c')).toBe('level-a_b_c.bvh.bin');
    const facts = (runs: readonly number[] | null) => onlyPart(level, runs, exportFacts(level, runs));
    expect(facts([12, 12])).toBe('wall');
    expect(facts([30, 1])).toBe('roof');
    expect(facts([0, 24])).toBeNull();
    expect(facts(null)).toBeNull();
  });
});

describe('the summary of an export', () => {
  test('has counts, size and axes of the file', () => {
    setMeaning(store, id, { unit: 'metre', up: '+y', handedness: 'right' });
    select({ kind: 'part', document: id, part: 1 });
    const form: ExportForm = { ...exportForm('obj'), scope: 'selected', options: chosenPreset(defaultValues(exportOptions), 'unreal') };
    const plan = planOf(form);
    expect(contentSentence(plan, form)).toMatch(/^Writes 12 triangles of 1 part, about \d+ B\.$/);
    expect(boundsSentence(plan)).toBe('Size 100 × 300 × 200 cm, from (100, 300, 200) to (200, 600, 400).');
    expect(axesSentence(plan)).toBe(
      '+Z up, left-handed. The axes mirror the mesh; its triangles are flipped, so that outward normals stay outward.',
    );
    expect(gltfNote(form, plan)).toBeNull();
    expect(sourceNote(form, plan)).toBeNull();
    expect(sourceNote({ ...form, format: 'boxwood' }, plan)).toMatch(/^Source, findings/);
    expect(sourceNote(exportForm('boxwood'), planOf(exportForm('boxwood')))).toBeNull();
    expect(gltfNote({ ...form, format: 'glb' }, plan)).toMatch(/preset glTF/);
  });

  test('states what is unknown, and why an export is not possible', () => {
    const form = exportForm('obj');
    expect(boundsSentence(planOf(form))).toMatch(/ in units of the document, whose length is unknown, from /);
    expect(axesSentence(planOf(form))).toBe('Up axis unknown, handedness unknown.');
    const options = chosenPreset(defaultValues(exportOptions), 'unity');
    const input = { mesh: level, space: spaceOf(store, document()), runs: null, facts: exportFacts(level, null), trees: [] };
    expect(exportPlan({ ...input, form: { ...form, options } })).toEqual({
      problem: 'The unit, up axis and handedness of the mesh are unknown. Set the unit, up axis and handedness of the document.',
    });
  });

  test('has the unit and axes that a format of an engine fixes, not those of the preset', () => {
    setMeaning(store, id, { unit: 'metre', up: '+y', handedness: 'right' });
    const space = spaceOf(store, document());
    const form: ExportForm = {
      ...exportForm('obj'),
      format: 'unreal',
      options: chosenPreset(defaultValues(exportOptions), 'unrealX'),
    };
    const written = writtenForm(form, space);
    expect(boundsSentence(planOf(written))).toBe('Size 7 × 5 × 5 m, from (−1, −1, −4) to (6, 4, 1).');
    expect(axesSentence(planOf(written))).toBe('+Y up, right-handed.');
    expect(written.options).toMatchObject({ toUnit: 'metre', toUp: '+y', toForward: '+x', toHandedness: 'right' });
    expect(fixedText(form)).toBe('Unreal, UCX names: always metres, Y up, right-handed.');
    expect(unstatedNote(written, planOf(written))).toBeNull();
    // The options of the form stay for the other formats.
    expect(writtenForm({ ...form, format: 'obj' }, space).options).toMatchObject({ toUnit: 'centimetre', toUp: '+z' });
    // A forward axis that is chosen now is one of the shown axes.
    const turned = { ...form, ...forwardChange(form, space, '-x') };
    expect(writtenForm(turned, space).options).toMatchObject({ toForward: '-x' });
    const usd: ExportForm = { ...form, format: 'usd-physics' };
    expect(fixedOptions(usd)).toEqual(['toUnit', 'toHandedness']);
    expect([upChoices(usd, space), upChoices(usd, { ...space, up: null }), upChoices(form, space)]).toEqual([['+y', '+z'], ['same'], null]);
    expect([fixedText(exportForm('obj')), fixedOptions(exportForm('obj'))]).toEqual([null, []]);
  });

  test('notes that a format fixes what the document does not state', () => {
    const form = writtenForm({ ...exportForm('obj'), format: 'unreal' }, spaceOf(store, document()));
    expect(unstatedNote(form, planOf(form))).toMatch(/^The document does not state its unit and axes:/);
    setMeaning(store, id, { unit: 'metre', up: 'file', handedness: 'file' });
    const known = writtenForm(form, spaceOf(store, document()));
    expect(unstatedNote(known, planOf(known))).toMatch(/^The document does not state its axes:/);
    expect(unstatedNote(exportForm('obj'), planOf(exportForm('obj')))).toBeNull();
  });

  test('is of the document as it was read: without a role of the whole document, and without a pose', () => {
    const read = documentAsRead(store)!;
    expect(read.mesh!.mesh).toBe(document().mesh!.mesh);
    store.history.change('Role', (scene) => withRole(scene, id, 'collider'));
    expect(document().mesh!.mesh.parts[0]!.role).toMatchObject({ from: 'user' });
    expect(documentAsRead(store)!.mesh!.mesh).toBe(read.mesh!.mesh);
    const tree = store.activeTree.value!;
    const raised = { ...read.mesh!, bounds: { min: [0, 9, 0], max: [4, 15, 4] } } as const;
    store.pose.value = { document: id, mesh: raised, of: tree, tree };
    expect(document().mesh!.bounds!.max).toEqual([4, 15, 4]);
    expect(documentAsRead(store)!.mesh!.bounds!.max).toEqual([4, 4, 6]);
  });

  test('notes that the role of a document is not written', () => {
    const form: ExportForm = { ...exportForm('obj'), format: 'unreal' };
    const role = { shape: 'hull', isRendered: false, isTrigger: false, of: null, exact: null, from: 'format' } as const;
    const withOwn = { ...level, parts: level.parts.map((part, i) => (i === 1 ? { ...part, role } : part)) };
    for (const chosen of ['collider', 'visual'] as const) {
      const ofDocument = { role: chosen, from: 'user' } as const;
      expect(roleNote(form, ofDocument, level)).toMatch(/not written: each part is written as a rendered mesh that is also a collider\.$/);
      expect(roleNote(form, ofDocument, withOwn)).toMatch(/not written: parts are written with the roles of their file\.$/);
      expect(roleNote(exportForm('obj'), ofDocument, level)).toBeNull();
    }
    expect(roleNote(form, null, withOwn)).toBeNull();
  });

  test('counts again only for other triangles', () => {
    const factsOf = factsMemory();
    const first = factsOf(level, [0, 12]);
    expect(factsOf(level, [0, 12])).toBe(first);
    expect(factsOf(level, [0, 24])).toMatchObject({ triangles: 24, parts: 2 });
  });
});

describe('running an export', () => {
  test('sends the chosen triangles, options, name and meaning, and saves the file', async () => {
    setMeaning(store, id, { unit: 'metre', up: '+y', handedness: 'right' });
    setPartsHidden(store, id, [1], true);
    const options = chosenPreset(defaultValues(exportOptions), 'unreal');
    const form: ExportForm = { ...exportForm('obj'), scope: 'visible', options };
    runExport({ store, session }, document(), form, 'my level.obj');
    await settled();
    const { meaning, ...request } = host.requests.find(({ name }) => name === 'bake')!.request as RequestOf<'bake'>;
    expect(request).toEqual({
      document: id,
      format: 'obj',
      trees: [],
      exporting: { name: 'my level.obj', options, runs: [0, 12, 24, 12] },
    });
    expect(meaning).toEqual({ unit: 'metre', up: '+y', handedness: 'right' });
    expect(host.saved).toHaveLength(1);
    expect(store.log.value.at(-1)?.text).toMatch(/exported and verified, 100 bytes/);
  });

  test('of nothing sends nothing', async () => {
    runExport({ store, session }, document(), { ...exportForm('obj'), scope: 'selected' }, 'x.obj');
    await settled();
    expect(host.requests.filter(({ name }) => name === 'bake')).toEqual([]);
  });
});
