import { describe, expect, it } from 'vitest';
import { contactIndex, loopIndex, movingTransform } from '../../../../renderer/state/pair/pair-query.ts';
import { emptyScene, type Scene } from '../../../../renderer/state/store/records.ts';
import {
  differsOnlyInSelection,
  withGizmo,
  withMovingMesh,
  withMovingPose,
  withoutDocument,
  withoutMovingMesh,
  withSelection,
} from '../../../../renderer/state/store/scene-edits.ts';
import { outcomeOf } from '../../../fixtures/pair-outcome.ts';
import { ball, placed } from '../../../fixtures/shapes.ts';

describe('a contact and a loop', () => {
  const { pairContacts } = outcomeOf(ball(31, 17), placed(ball(29, 19), 1, [0.9, 0.013, 0.007]));

  it('are found by their triangles', () => {
    const { pairs: found } = pairContacts.contacts;
    for (let i = 0; i < found.length / 2; i++) {
      expect(contactIndex({ pairContacts }, found[2 * i]!, found[2 * i + 1]!)).toBe(i);
      expect(loopIndex({ pairContacts }, found[2 * i]!, found[2 * i + 1]!)).toBe(0);
    }
  });

  it('are not found for triangles that do not intersect, and before they are known', () => {
    const { pairs: found } = pairContacts.contacts;
    expect(contactIndex({ pairContacts }, found[0]!, 1e6)).toBeNull();
    expect(contactIndex({ pairContacts }, 1e6, 0)).toBeNull();
    expect(contactIndex({ pairContacts: null }, found[0]!, found[1]!)).toBeNull();
    expect(loopIndex({ pairContacts: null }, found[0]!, found[1]!)).toBeNull();
  });
});

describe('movingTransform', () => {
  it('is exact at right angles, and scales evenly', () => {
    const turned = movingTransform({ translate: [1, 2, 3], rotateDegrees: [0, 0, 90], scale: -2 });
    expect(turned).toEqual([0, -2, 0, 0, 2, 0, 0, 0, 0, 0, -2, 0, 1, 2, 3, 1]);
  });

  it('refuses a scale that flattens', () => {
    expect(() => movingTransform({ translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: 0 })).toThrow(/flattens/);
  });
});

describe('edits of the moving mesh', () => {
  const scene = withMovingMesh({ ...emptyScene, activeDocument: 1 }, 2, 1);

  it('that change nothing return the same scene', () => {
    expect(withMovingMesh(scene, 2, 1)).toBe(scene);
    expect(withMovingPose(scene, { translate: [0, 0, 0], scale: 1 })).toBe(scene);
    expect(withMovingPose(emptyScene, { scale: 2 })).toBe(emptyScene);
    expect(withGizmo(scene, { mode: 'move' })).toBe(scene);
    expect(withoutMovingMesh(emptyScene)).toBe(emptyScene);
  });

  it('are steps, and no light ones', () => {
    expect(differsOnlyInSelection(emptyScene, scene)).toBe(false);
    expect(differsOnlyInSelection(scene, withMovingPose(scene, { translate: [0, 0, 1] }))).toBe(false);
  });

  it('another moving mesh begins where its file has it', () => {
    const moved = withMovingPose(scene, { translate: [0, 0, 1], scale: 3 });
    expect(withMovingMesh(moved, 3, 1).movingMesh).toMatchObject({ document: 3, fixed: 1, translate: [0, 0, 0], scale: 1 });
  });

  it('removing it, or either mesh, takes a selected contact along and nothing else', () => {
    const contact = withSelection(scene, { kind: 'contact', a: 1, b: 2 });
    const gone: Partial<Scene> = { movingMesh: null, selection: null };
    for (const without of [withoutMovingMesh(contact), withoutDocument(contact, 1, 2), withoutDocument(contact, 2, 1)])
      expect(without).toMatchObject(gone);
    expect(withoutDocument(contact, 3, 1).selection).toEqual({ kind: 'contact', a: 1, b: 2 });
    const hit = withSelection(scene, { kind: 'hit', hit: 0 });
    expect(withoutMovingMesh(hit).selection).toEqual({ kind: 'hit', hit: 0 });
  });

  it('closing the fixed mesh leaves the tool, so that the next opened mesh does not move', () => {
    const moving: Scene = { ...scene, tool: 'movingMesh' };
    expect(withoutDocument(moving, 1, 2).tool).toBe('select');
    expect(withoutDocument(moving, 2, 1).tool).toBe('movingMesh');
    expect(withoutDocument({ ...moving, tool: 'ray' }, 1, 2).tool).toBe('ray');
  });
});
