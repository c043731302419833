import type { JSX } from 'preact';
import { collisionFilterText, exactText, physicsMaterialText } from '#core/mesh';
import { checkValues, importOptions } from '#core/options';
import type { MeshSummary } from '#host-api';
import type { App } from '../../commands/app.ts';
import type { PageDocument } from '../../state/store/records.ts';
import { formatMany } from '../../text/format-number.ts';
import { OptionField } from '../option-field.tsx';
import { Facts, type Fact } from './facts.tsx';

/** Max number of colliders listed one by one. */
const maxColliders = 50;

/** The import options that matter for the file. A change reloads it. Below them: the colliders that are not part of the mesh. */
export function ImportFields({ app, document: { summary, mesh } }: { app: App; document: PageDocument }): JSX.Element | null {
  if (summary.mesh === null) return null;
  const { importing, colliders, findings } = summary.mesh;
  const hasColliders =
    colliders.length > 0 || importing.colliders !== 'apart' || (mesh?.mesh.parts.some(({ role }) => role !== undefined) ?? false);
  const hasFolds = findings.some(({ code }) => code === 'folded-fans') || importing.triangulation !== 'fan';
  const shown = (['triangulation', 'colliders'] as const).filter((name) => (name === 'colliders' ? hasColliders : hasFolds));
  return (
    <>
      {shown.map((name) => (
        <div key={name} class="setting" title={importOptions[name].meaning}>
          <OptionField
            option={importOptions[name]}
            name={name}
            value={importing[name]}
            onChange={(value) =>
              app.session.read(summary.id, { [name]: checkValues(importOptions, { ...importing, [name]: value })[name] })
            }
          />
        </div>
      ))}
      {colliders.length > 0 && (
        <div data-testid="colliders-apart">
          <div class="sub-title">
            <b>Separate colliders</b>
            <span>{colliders.length}</span>
          </div>
          <Facts facts={colliders.slice(0, maxColliders).map(factOf)} />
        </div>
      )}
    </>
  );
}

function factOf({ name, shape, isTrigger, exact, triangles, physics }: MeshSummary['colliders'][number]): Fact {
  const size = exact === null ? formatMany(triangles, 'triangle') : exactText(exact);
  const more = [
    physics?.material == null ? [] : [physicsMaterialText(physics.material)],
    physics?.filter == null ? [] : [collisionFilterText(physics.filter)],
  ].flat();
  return [{ figure: 'Collider of the file', text: name }, [`${isTrigger ? 'trigger, ' : ''}${shape}, ${size}`, ...more].join('; ')];
}
