import type { JSX } from 'preact';
import { type BakeFormatName, bakeFormatNames, bakeFormats } from '#core/bake';
import type { TreeSummary } from '#host-api';
import { buildTitle } from '../../state/documents/build-title.ts';
import { type ExportForm, formatChange } from '../../state/export/export-form.ts';
import { formatMany } from '../../text/format-number.ts';

interface ExportFormatsProps {
  readonly form: ExportForm;
  /** The tree that is written; `null` without one. */
  readonly tree: TreeSummary | null;
  /** Other trees that the host holds. */
  readonly others: number;
  readonly onChange: (change: Partial<ExportForm>) => void;
}

/** The formats in three groups, and what the chosen one keeps and loses. */
export function ExportFormats({ form, tree, others, onChange }: ExportFormatsProps): JSX.Element {
  const { keeps, loses, hasTree } = bakeFormats[form.format];
  return (
    <div class="export-formats">
      <Group title="Mesh" kind="mesh" form={form} onChange={onChange} />
      <Group title="Shapes for engines" kind="shapes" form={form} onChange={onChange} />
      <Group title="Baked collision data" kind="tree" form={form} onChange={onChange} />
      {form.format === 'boxwood' && others > 0 && (
        <label class="export-check">
          <input type="checkbox" checked={form.allTrees} onChange={(event) => onChange({ allTrees: event.currentTarget.checked })} />
          Include the {others === 1 ? 'other tree' : `${others} other trees`} built for this mesh
        </label>
      )}
      <dl data-testid="export-format">
        <dt>Keeps</dt>
        <dd>{keeps}</dd>
        <dt>Loses</dt>
        <dd>{loses}</dd>
        {hasTree &&
          tree !== null && [
            <dt key="name">Tree</dt>,
            <dd key="tree">
              {buildTitle(tree.options)}, {formatMany(tree.statistics.nodes, 'node')}
            </dd>,
          ]}
      </dl>
    </div>
  );
}

function Group({
  title,
  kind,
  form,
  onChange,
}: Omit<ExportFormatsProps, 'others' | 'tree'> & { title: string; kind: FormatKind }): JSX.Element {
  return (
    <fieldset>
      <legend>{title}</legend>
      {namesOf(kind).map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="export-format"
            value={name}
            checked={name === form.format}
            onChange={() => onChange(formatChange(form, name))}
          />
          <span>{bakeFormats[name].title}</span>
          <span class="quiet">.{bakeFormats[name].extension}</span>
        </label>
      ))}
    </fieldset>
  );
}

type FormatKind = 'mesh' | 'shapes' | 'tree';

function kindOf(name: BakeFormatName): FormatKind {
  const { hasTree, shapes } = bakeFormats[name];
  return hasTree ? 'tree' : shapes === undefined ? 'mesh' : 'shapes';
}

/** In the order in which people know them. */
function namesOf(kind: FormatKind): readonly BakeFormatName[] {
  const names = bakeFormatNames.filter((name) => kindOf(name) === kind);
  return kind === 'mesh' ? names.toSorted((a, b) => Number(b === 'glb') - Number(a === 'glb')) : names;
}
