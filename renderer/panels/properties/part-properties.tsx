import type { JSX } from 'preact';
import { type ColliderRole, collisionFilterText, exactText, physicsMaterialText } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { documentOf, partName } from '../../commands/actions.ts';
import { formatCount, formatNumber, plainNumber } from '../../text/format-number.ts';
import { Facts, type Fact } from './facts.tsx';
import { documentLabel } from '../../state/documents/document-label.ts';

export function PartProperties({ app: { store }, document, part: index }: { app: App; document: DocumentId; part: number }): JSX.Element {
  const open = documentOf(store, document);
  const part = open?.mesh?.mesh.parts[index];
  if (open === null || part === undefined) return <p class="quiet">This part no longer exists.</p>;
  const role = store.shown.value.find(({ summary }) => summary.id === document)?.mesh?.mesh.parts[index]?.role;
  const first = part.firstTriangle;
  const transform = part.worldFromPart;
  return (
    <>
      <div class="title">
        <span class="name">{partName(store, document, index)}</span>
        <span class="kind">part {index}</span>
      </div>
      <Facts
        facts={[
          ['Triangles', formatCount(part.triangleCount)],
          ['Indices', part.triangleCount === 0 ? 'none' : `${formatCount(first)} to ${formatCount(first + part.triangleCount - 1)}`],
          ['Document', documentLabel(store.documents.value, open.summary.id)],
          ...roleFacts(role),
        ]}
      />
      {transform !== null && (
        <>
          <div class="sub-title">
            <b>Transform</b>
            <span>applied, part to world</span>
          </div>
          {[0, 1, 2].map((row) => (
            <div key={row} class="matrix-row mono">
              {[0, 4, 8, 12].map((column) => (
                <span key={column} title={plainNumber(transform[column + row] ?? 0)}>
                  {formatNumber(transform[column + row] ?? 0, 4)}
                </span>
              ))}
            </div>
          ))}
        </>
      )}
    </>
  );
}

/** Returns the role of a part: its collider shape, the mesh it belongs to, and the declaration in the file. */
function roleFacts(role: ColliderRole | undefined): readonly Fact[] {
  if (role === undefined) return [['Role', 'rendered']];
  const { shape, isRendered, isTrigger, of, from, exact, physics } = role;
  return [
    ['Role', `${isRendered ? 'rendered, ' : ''}${isTrigger ? 'trigger' : 'collider'}`],
    ['Shape', shape],
    ...(exact === null ? [] : [['Dimensions', exactText(exact)] as const]),
    ...(physics?.material == null ? [] : [['Surface', physicsMaterialText(physics.material)] as const]),
    ...(physics?.filter == null ? [] : [['Layers', collisionFilterText(physics.filter)] as const]),
    ['Collider of', of ?? 'no rendered mesh'],
    ['Declared by', from],
  ];
}
