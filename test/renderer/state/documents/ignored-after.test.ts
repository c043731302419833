import { describe, expect, it } from 'vitest';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { withDocumentReplaced } from '../../../../renderer/state/documents/replace-document.ts';
import type { PageDocument, Scene } from '../../../../renderer/state/store/records.ts';
import { ball, box, joined } from '../../../fixtures/shapes.ts';
import { openDocument, storeWith } from '../../scene/scene-fixture.ts';

const door: IgnoredFinding = { code: 'boundary-loops', detail: null, elements: [1, 2, 2, 3, 3, 1], reason: 'a door' };
const flat: IgnoredFinding = { code: 'ghost-edges', detail: null, elements: null, reason: 'nothing rolls here' };

const rock = box();
const withCollider = joined([rock, ball(8, 4)]);
const onlyCollider = ball(8, 4);

/** A document as read with an option for its colliders; its file is the same. */
function read(id: number, mesh: TriangleMesh, colliders: 'apart' | 'include' | 'only'): PageDocument {
  const open = openDocument(id, mesh);
  const summary = open.summary.mesh!;
  const source = { ...summary.source, sha256: 'f'.repeat(64) };
  return {
    ...open,
    summary: { ...open.summary, mesh: { ...summary, source, importing: { ...summary.importing, colliders } } },
  } as PageDocument;
}

const apart = read(1, rock, 'apart');
const included = read(2, withCollider, 'include');
const only = read(3, onlyCollider, 'only');
const apartAgain = read(4, rock, 'apart');

const ignoring: Scene = { ...storeWith([rock]).scene.value, ignored: new Map([[1, [door, flat]]]) };

describe('ignored findings of a document that is read again', () => {
  it('stay when colliders are added to its mesh, and when they are removed again', () => {
    const more = withDocumentReplaced(ignoring, apart, included);
    expect(more.ignored).toEqual(new Map([[2, [door, flat]]]));
    expect(withDocumentReplaced(more, included, apartAgain).ignored).toEqual(new Map([[4, [door, flat]]]));
  });

  it('are set aside where their numbers mean nothing, and come back with the options that they were made for', () => {
    const other = withDocumentReplaced(ignoring, apart, only);
    expect(other.ignored).toEqual(new Map([[3, [flat]]]));
    const back = withDocumentReplaced(other, only, apartAgain);
    expect([...back.ignored.get(4)!].map(({ code }) => code).sort()).toEqual(['boundary-loops', 'ghost-edges']);
    expect(back.ignored.get(4)).toContainEqual(door);
  });

  it('do not come back for another content of the file', () => {
    const changed = read(4, rock, 'apart');
    const source = { ...changed.summary.mesh!.source, sha256: '0'.repeat(64) };
    const other = { ...changed, summary: { ...changed.summary, mesh: { ...changed.summary.mesh!, source } } } as PageDocument;
    const shelved = withDocumentReplaced(ignoring, apart, only);
    expect(withDocumentReplaced(shelved, only, other).ignored).toEqual(new Map([[4, [flat]]]));
  });
});
