import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import type { DocumentSections } from '../../../../renderer/state/section/document-sections.ts';
import { setSection, toggleClipBox, toggleSectionPlane } from '../../../../renderer/commands/section-actions.ts';
import { outlineFacts } from '../../../../renderer/panels/display/section-settings.tsx';
import { withMovingMesh, withMovingPose } from '../../../../renderer/state/store/scene-edits.ts';
import { box, joined, placed } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const role = { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'name', exact: null } as const;
const two = joined([box(), box([3, -1, -1], [5, 1, 1])]);
const level = { ...two, parts: two.parts.map((part, at) => (at === 1 ? { ...part, role } : part)) };

function planeAt(point: Vec3, normal: Vec3): { plane: { isOn: true; point: Vec3; normal: Vec3 } } {
  return { plane: { isOn: true, point, normal } };
}

describe('the outlines of a section', () => {
  it('are apart for colliders, and leave out hidden parts', () => {
    const store = storeWith([level]);
    expect(store.sections.value.size).toBe(0);
    setSection(store, 'cut', planeAt([0, 0, 0.5], [0, 0, 1]));
    const face = (): NonNullable<ReturnType<DocumentSections['get']>>[number] => store.sections.value.get(1)![0]!;
    expect([...face().rendered.areas, ...face().colliders.areas]).toEqual([4, 4]);
    expect(outlineFacts(face())).toEqual({ closed: 2, open: 0, length: 16, area: 8, isWhole: true });
    store.history.change('hide', (scene) => ({ ...scene, hidden: new Set(['1/1']) }));
    expect([face().rendered.areas.length, face().colliders.areas.length]).toEqual([1, 0]);
    store.history.change('hide', (scene) => ({ ...scene, hidden: new Set(['1']) }));
    expect(store.sections.value.get(1)).toBeUndefined();
  });

  it('stay the same objects for faces that do not move', () => {
    const store = storeWith([level]);
    setSection(store, 'cut', { box: { isOn: true, min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] } });
    const before = store.sections.value.get(1)!;
    expect(before).toHaveLength(6);
    expect(before[0]!.others).toHaveLength(5);
    setSection(store, 'cut', { box: { isOn: true, min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.25] } });
    const after = store.sections.value.get(1)!;
    expect(after.map(({ rendered }, at) => rendered === before[at]!.rendered)).toEqual([true, true, true, true, false, true]);
  });

  it('follow a moving mesh, in its own space', () => {
    const store = storeWith([box(), placed(box(), 1)]);
    store.history.change('move', (scene) =>
      withMovingPose(withMovingMesh(scene, 2, 1), { translate: [0, 0, 5], rotateDegrees: [0, 90, 0], scale: 2 }),
    );
    setSection(store, 'cut', planeAt([0, 0, 6], [0, 0, 1]));
    const moved = store.sections.value.get(2)![0]!;
    // In units of the moving mesh, whose scale is 2; its own X points down.
    expect(moved.rendered.areas[0]).toBeCloseTo(4, 12);
    expect(moved.space.offset).toBeCloseTo(0.5, 12);
    expect([...moved.rendered.positions].filter((_, i) => i % 3 === 0).every((x) => Math.abs(x + 0.5) < 1e-12)).toBe(true);
    expect(store.sections.value.get(1)![0]!.rendered.closed.length).toBe(0);
  });
});

describe('switching the section on', () => {
  it('puts the plane through the middle, facing the camera, and one undo removes it', () => {
    const store = storeWith([level]);
    toggleSectionPlane(store);
    const { plane } = store.scene.value.display.section;
    expect(plane).toEqual({ isOn: true, point: [2, 0, 0], normal: [0, 0, 1] });
    expect(store.kept.value).toHaveLength(1);
    store.history.undo();
    expect(store.kept.value).toEqual([]);
  });

  it('keeps a plane that cuts the meshes when it is switched off and on', () => {
    const store = storeWith([level]);
    setSection(store, 'cut', planeAt([0, 0.5, 0], [0, 1, 0]));
    toggleSectionPlane(store);
    toggleSectionPlane(store);
    expect(store.scene.value.display.section.plane).toEqual({ isOn: true, point: [0, 0.5, 0], normal: [0, 1, 0] });
  });

  it('puts the box around the selection', () => {
    const store = storeWith([level], { selection: { kind: 'part', document: 1, part: 1 } });
    toggleClipBox(store);
    const { min, max } = store.scene.value.display.section.box;
    expect(min).toEqual([2.9, -1.1, -1.1]);
    expect(max).toEqual([5.1, 1.1, 1.1]);
  });
});
