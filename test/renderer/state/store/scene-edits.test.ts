import { describe, expect, test } from 'vitest';
import { emptyScene } from '../../../../renderer/state/store/records.ts';
import {
  differsOnlyInSelection,
  withDisplay,
  withHidden,
  withNothingHidden,
  withoutDocument,
  withoutRay,
  withRay,
  withSelection,
  withTool,
} from '../../../../renderer/state/store/scene-edits.ts';

describe('edits of a scene', () => {
  test('those that change nothing return the same scene', () => {
    const scene = withHidden(withRay(withSelection(emptyScene, { kind: 'node', document: 1, node: 4 }), 1, {}), 1, 2, true);
    expect(withSelection(scene, { kind: 'node', document: 1, node: 4 })).toBe(scene);
    expect(withDisplay(scene, { shading: scene.display.shading })).toBe(scene);
    expect(withHidden(scene, 1, 2, true)).toBe(scene);
    expect(withTool(scene, scene.tool)).toBe(scene);
    expect(withRay(scene, 1, { far: Infinity })).toBe(scene);
    expect(withNothingHidden(emptyScene)).toBe(emptyScene);
    expect(withoutRay(emptyScene)).toBe(emptyScene);
  });

  test('a selection makes its document the active one', () => {
    expect(withSelection(emptyScene, { kind: 'part', document: 3, part: 0 }).activeDocument).toBe(3);
  });

  test('clearing the selection leaves the active document', () => {
    const scene = withSelection(emptyScene, { kind: 'document', document: 3 });
    expect(withSelection(scene, null).activeDocument).toBe(3);
  });

  test('only selections are light', () => {
    const selected = withSelection(emptyScene, { kind: 'document', document: 1 });
    expect(differsOnlyInSelection(emptyScene, selected)).toBe(true);
    expect(differsOnlyInSelection(emptyScene, withDisplay(selected, { fill: true }))).toBe(false);
    expect(differsOnlyInSelection(emptyScene, withRay(selected, 1, {}))).toBe(false);
  });

  test('removing the ray takes a selected hit along, and nothing else', () => {
    const hit = withSelection(withRay(emptyScene, 1, {}), { kind: 'hit', hit: 0 });
    expect(withoutRay(hit).selection).toBeNull();
    const node = withSelection(withRay(emptyScene, 1, {}), { kind: 'node', document: 1, node: 2 });
    expect(withoutRay(node).selection).toEqual({ kind: 'node', document: 1, node: 2 });
  });

  test('a closed document takes its own hidden parts along: 1/2 is not 12', () => {
    const scene = withHidden(withHidden(withHidden(emptyScene, 1, null, true), 1, 2, true), 12, null, true);
    expect([...withoutDocument(scene, 1, null).hidden]).toEqual(['12']);
  });

  test('a closed document keeps a hit of another one', () => {
    const scene = withSelection(withRay(emptyScene, 2, {}), { kind: 'hit', hit: 0 });
    expect(withoutDocument(scene, 1, null).selection).toEqual({ kind: 'hit', hit: 0 });
    expect(withoutDocument(scene, 2, null).selection).toBeNull();
  });
});
