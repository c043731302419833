import type { JSX } from 'preact';
import { collisionFilterText, physicsMaterialText } from '#core/mesh/collider-physics';
import { exactText } from '#core/mesh/part-role';
import type { ColliderRole } from '#core/mesh/collider-role';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { documentOf, partName } from '../../commands/actions.ts';
import { formatCount, formatNumber, plainNumber } from '../../text/format-number.ts';
import { Facts, type Fact } from './facts.tsx';

export function PartProperties({ app: { store }, document, part: index }: { app: App; document: DocumentId; part: number }): JSX.Element {
  const open = documentOf(store, document);
  const part = open?.mesh?.mesh.parts[index];
  if (open === null || part === undefined) return <p class="quiet">This part is gone.</p>;
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
          ['Document', open.summary.name],
          ...roleFacts(part.role),
        ]}
      />
      {transform !== null && (
        <>
          <div class="sub-title">
            <b>Transform</b>
            <span>applied, world from part</span>
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

/** What a collider is, of what, and who says so. */
function roleFacts(role: ColliderRole | undefined): readonly Fact[] {
  if (role === undefined) return [['Role', 'seen']];
  const { shape, isRendered, isTrigger, of, from, exact, physics } = role;
  return [
    ['Role', `${isRendered ? 'seen and ' : ''}${isTrigger ? 'trigger' : 'collider'}`],
    ['Shape', shape],
    ...(exact === null ? [] : [['In numbers', exactText(exact)] as const]),
    ...(physics?.material == null ? [] : [['Surface', physicsMaterialText(physics.material)] as const]),
    ...(physics?.filter == null ? [] : [['Layers', collisionFilterText(physics.filter)] as const]),
    ['Of', of ?? 'nothing that is seen'],
    ['Told by', from],
  ];
}
