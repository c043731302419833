import { signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import { type SourceSpace, unknownSpace } from '#core/mesh';
import { mixedText } from '../../../../renderer/panels/view/spaces-offer.tsx';
import { mixedSpaces } from '../../../../renderer/state/documents/mixed-spaces.ts';
import { emptyScene, hiddenKey, type PageDocument, type Scene } from '../../../../renderer/state/store/records.ts';

function document(id: number, space: Partial<SourceSpace>): PageDocument {
  const mesh = { mesh: { parts: [] }, bounds: null };
  return { summary: { id, name: `${id}.glb`, mesh: { space: { ...unknownSpace, ...space } } }, mesh } as unknown as PageDocument;
}

function texts(documents: readonly PageDocument[], change: Partial<Scene> = {}): readonly string[] {
  return mixedSpaces({ scene: signal({ ...emptyScene, ...change }) }, documents).map(mixedText);
}

const [metres, alsoMetres, plain] = [
  document(1, { metresPerUnit: 1, up: '+y' }),
  document(2, { metresPerUnit: 1.0000001 }),
  document(3, {}),
];
const millimetres = document(4, { metresPerUnit: 0.001, up: '+z', handedness: 'right' });

test('meshes with other units or axes are named, with what differs', () => {
  expect(texts([plain, metres, alsoMetres, millimetres])).toEqual([
    '1.glb has the unit metre and +Y up, 4.glb has the unit millimetre and +Z up. Both are shown with the numbers of their files, not converted.',
    '2.glb has the unit metre, 4.glb has the unit millimetre. Both are shown with the numbers of their files, not converted.',
  ]);
  expect(texts([document(1, { handedness: 'left' }), millimetres])[0]).toMatch(
    /^1.glb has left-handed axes, 4.glb has right-handed axes\./,
  );
});

test('units with rounded factors are the same, whatever the rounding', () => {
  const feet = [0.3048 * (1 + 9e-7), 0.3048 * (1 - 9e-7)].map((metresPerUnit, i) => document(i, { metresPerUnit }));
  expect(texts(feet)).toEqual([]);
});

test('what is not stated, equal, hidden or chosen to be equal is no difference', () => {
  expect(texts([])).toEqual([]);
  expect(texts([metres, alsoMetres, plain])).toEqual([]);
  expect(texts([metres, millimetres], { hidden: new Set([hiddenKey(4)]) })).toEqual([]);
  const chosen = new Map([[4, { unit: 'metre', up: '+y', handedness: 'file' } as never]]);
  expect(texts([metres, millimetres], { meanings: chosen })).toEqual([]);
});
