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

function text(documents: readonly PageDocument[], change: Partial<Scene> = {}): string | null {
  const mixed = mixedSpaces({ scene: signal({ ...emptyScene, ...change }) }, documents);
  return mixed === null ? null : mixedText(mixed);
}

const [metres, alsoMetres, plain] = [
  document(1, { metresPerUnit: 1, up: '+y' }),
  document(2, { metresPerUnit: 1.0000001 }),
  document(3, {}),
];
const millimetres = document(4, { metresPerUnit: 0.001, up: '+z', handedness: 'right' });

test('meshes with other units or axes are named, with what differs', () => {
  expect(text([plain, metres, alsoMetres, millimetres])).toBe(
    '1.glb has the unit metre and +Y up, 4.glb has the unit millimetre and +Z up. Both are shown with the numbers of their files, not converted.',
  );
  expect(text([document(1, { handedness: 'left' }), millimetres])).toMatch(/^1.glb has left-handed axes, 4.glb has right-handed axes\./);
  expect(text([alsoMetres, millimetres])).toMatch(/^2.glb has the unit metre, 4.glb has the unit millimetre\./);
});

test('what is not stated, equal, hidden or chosen to be equal is no difference', () => {
  expect(text([])).toBeNull();
  expect(text([metres, alsoMetres, plain])).toBeNull();
  expect(text([metres, millimetres], { hidden: new Set([hiddenKey(4)]) })).toBeNull();
  const chosen = new Map([[4, { unit: 'metre', up: '+y', handedness: 'file' } as never]]);
  expect(text([metres, millimetres], { meanings: chosen })).toBeNull();
});
