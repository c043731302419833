import type { JSX, TargetedMouseEvent } from 'preact';
import { type ColliderRole, partLabel, partOfTriangle, roleText } from '#core/mesh';
import type { PageDocument } from '../../state/store/records.ts';
import { hiddenKey } from '../../state/store/records.ts';
import { has } from '../../state/selection/index-set.ts';
import type { Store } from '../../state/store/store.ts';
import { formatCount } from '../../text/format-number.ts';
import { CutName } from '../../widgets/cut-name.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { DocumentRow } from './document-row.tsx';
import { Eye } from './eye.tsx';
import { type Choosing, isRowHidden, isRowSelected, partsOfRow } from './outline-actions.ts';
import { type OutlineRow, rowKey } from './outline-rows.ts';
import { type RowProps, Twisty } from './twisty.tsx';

/** A row of the list of meshes. */
export function OutlineRowView(props: RowProps): JSX.Element {
  const { row, style } = props;
  switch (row.kind) {
    case 'document':
      return <DocumentRow {...props} row={row} />;
    case 'problem':
      return (
        <div id={rowKey(row)} class="row mesh problem" style={style} role="treeitem" aria-level={2} aria-selected={false}>
          {row.text}
        </div>
      );
    case 'group':
    case 'part':
      return <PartRow {...props} row={row} />;
  }
}

/** A part, or a group of like parts. */
function PartRow({
  app: { store },
  row,
  isCursor,
  style,
  actions,
  drag,
}: RowProps & { row: Extract<OutlineRow, { kind: 'part' | 'group' }> }) {
  const document = store.documents.value.find(({ summary }) => summary.id === row.document);
  const parts = document?.mesh?.mesh.parts ?? [];
  const indices = partsOfRow(row);
  const first = parts[indices[0]!];
  const name = row.kind === 'group' ? row.group.name : partLabel(first?.name, row.part);
  const role = first?.role;
  const hidden = isRowHidden(store, row);
  const isSelected = isRowSelected(store, row);
  const names = ['row mesh part'];
  if (row.kind === 'group') names.push('group');
  else if (row.isInGroup) names.push('nested');
  if (isSelected) names.push('selected');
  if (isCursor) names.push('cursor');
  if (isHovered(store, document, indices)) names.push('hovered');
  if (hidden || store.scene.value.hidden.has(hiddenKey(row.document))) names.push('hidden-mesh');
  const label = row.kind === 'group' ? `${name} × ${formatCount(indices.length)}` : name;
  return (
    <div
      id={rowKey(row)}
      class={names.join(' ')}
      style={style}
      role="treeitem"
      aria-level={row.kind === 'part' && row.isInGroup ? 3 : 2}
      aria-selected={isSelected}
      aria-expanded={row.kind === 'group' ? row.isOpen : undefined}
      title={tipOf(label, role, row)}
      {...(row.kind === 'part' ? { 'data-part': row.part } : { 'data-group': name })}
      onClick={(event) => actions.choose(row, choosing(event))}
      onDblClick={() => actions.frame(row)}
      onPointerEnter={() => actions.hover(row)}
    >
      <Twisty row={row} actions={actions} />
      <Icon name={row.kind === 'group' ? 'group' : 'part'} small />
      <span class="name">
        <CutName name={name} />
        {row.kind === 'group' && <span class="quiet"> × {formatCount(indices.length)}</span>}
        {role !== undefined && (
          <span class="quiet role">
            {' '}
            {role.isTrigger ? 'trigger' : 'collider'}, {role.shape}
          </span>
        )}
      </span>
      <span class="quiet">{formatCount(indices.reduce((sum, part) => sum + (parts[part]?.triangleCount ?? 0), 0))}</span>
      <Eye
        name={label}
        row={row}
        hidden={hidden}
        drag={drag}
        onToggle={() => actions.toggleEye(row)}
        onAlone={() => actions.showAlone(row)}
      />
    </div>
  );
}

function tipOf(label: string, role: ColliderRole | undefined, row: OutlineRow): string {
  const facts = [
    ...(row.kind === 'group' && row.group.isInstanced === true ? ['instances of one mesh'] : []),
    ...(role === undefined ? [] : [roleText(role)]),
  ];
  return facts.length === 0 ? label : `${label}: ${facts.join(', ')}`;
}

function choosing(event: TargetedMouseEvent<HTMLElement>): Choosing {
  return event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone';
}

/** Returns whether the pointer is over one of the parts, in the view or in a list. */
function isHovered({ hover }: Store, document: PageDocument | undefined, parts: readonly number[]): boolean {
  const over = hover.value;
  if (document === undefined || over === null || !('document' in over) || over.document !== document.summary.id) return false;
  switch (over.kind) {
    case 'part':
      return parts.includes(over.part);
    case 'parts':
      return parts.some((part) => has(over.parts, part));
    case 'triangle': {
      const part = document.mesh === null ? null : partOfTriangle(document.mesh.mesh, over.triangle);
      return part !== null && parts.includes(part);
    }
    default:
      return false;
  }
}
