import { signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import { type SignedAxis, unknownSpace } from '#core/mesh';
import { isWorldLeftHanded, worldUp } from '../../../../renderer/state/documents/world-up.ts';
import { emptyScene, hiddenKey, type PageDocument, type Scene } from '../../../../renderer/state/store/records.ts';

function document(id: number, up: SignedAxis | null, isRead = true, name = 'mesh.stl'): PageDocument {
  const mesh = isRead ? { mesh: { parts: [] }, bounds: null } : null;
  return { summary: { id, name, mesh: { space: { ...unknownSpace, up } } }, mesh } as unknown as PageDocument;
}

const [visual, collider, other] = [document(1, '+z'), document(2, null), document(3, '+x')];

function up(documents: readonly PageDocument[], change: Partial<Scene>): SignedAxis {
  return worldUp({ scene: signal({ ...emptyScene, ...change }) }, documents);
}

test('the view has the up axis of the active document', () => {
  expect(up([visual, collider, other], { activeDocument: 1 })).toBe('+z');
  expect(up([visual, collider, other], { activeDocument: 3 })).toBe('+x');
});

test('next to a collider that states none, that of the visible mesh which does stays', () => {
  expect(up([visual, collider], { activeDocument: 2 })).toBe('+z');
  expect(up([collider, visual, other], { activeDocument: 2 })).toBe('+z');
  expect(up([visual, collider, other], { activeDocument: 2, hidden: new Set([hiddenKey(1)]) })).toBe('+x');
  expect(up([visual, collider], { activeDocument: null })).toBe('+z');
});

test('it is +y where no visible mesh states one', () => {
  expect(up([], {})).toBe('+y');
  expect(up([collider], { activeDocument: 2 })).toBe('+y');
  expect(up([visual, collider], { activeDocument: 2, hidden: new Set([hiddenKey(1)]) })).toBe('+y');
  expect(up([document(1, '+z', false), collider], { activeDocument: 2 })).toBe('+y');
});

test('a collider alone keeps the axis of its visual mesh when that is hidden', () => {
  const named = document(2, null, true, 'rock_collision.stl');
  const hidden = new Set([hiddenKey(1)]);
  expect(up([visual, named], { activeDocument: 2, hidden })).toBe('+z');
  expect(up([visual, collider], { activeDocument: 2, hidden, roles: new Map([[2, 'collider']]) })).toBe('+z');
  expect(up([visual, named, other], { activeDocument: 2, hidden })).toBe('+x');
  expect(up([visual, named], { activeDocument: 2, hidden, roles: new Map([[2, 'visual']]) })).toBe('+y');
});

test('a chosen axis counts as a stated one', () => {
  const meanings: Scene['meanings'] = new Map([[2, { unit: 'file', up: '-y', handedness: 'file' } as never]]);
  expect(up([visual, collider], { activeDocument: 2, meanings })).toBe('-y');
});

test('a visual mesh with left-handed coordinates stays mirrored back while its collider is active', () => {
  const left: Scene['meanings'] = new Map([[1, { unit: 'file', up: 'file', handedness: 'left' } as never]]);
  const isLeft = (change: Partial<Scene>): boolean =>
    isWorldLeftHanded({ scene: signal({ ...emptyScene, meanings: left, ...change }) }, [visual, collider]);
  expect(isLeft({ activeDocument: 1 })).toBe(true);
  expect(isLeft({ activeDocument: 2 })).toBe(true);
  expect(isLeft({ activeDocument: 2, hidden: new Set([hiddenKey(1)]) })).toBe(false);
  expect(isLeft({ activeDocument: 2, meanings: new Map() })).toBe(false);
});
