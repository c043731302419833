import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { materialsOfTriangles, partLabel, type TriangleMesh } from '#core/mesh';
import type { App } from '../../commands/app.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { type IndexSet, intersection, membersOf } from '../../state/selection/index-set.ts';
import { selectedSet } from '../../state/selection/selected-set.ts';
import { setFacts } from '../../state/selection/set-facts.ts';
import { partsOf } from '../../state/selection/spread-triangles.ts';
import type { Selection } from '../../state/store/records.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { Facts, type Fact } from './facts.tsx';
import { OwnSpaceNote } from './own-space-note.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';
import { MeasureText } from './length-text.tsx';

/** Named parts and materials; further ones are counted. */
const maxNames = 6;

/** Measures of several selected parts or triangles together. */
export function SetProperties({
  app: { store },
  selection,
}: {
  app: App;
  selection: Extract<Selection, { kind: 'parts' | 'triangles' }>;
}): JSX.Element {
  const found = selectedSet(store, selection);
  const mesh = found?.mesh ?? null;
  const facts = useMemo(() => (found === null ? null : describedSet(found.mesh, found.set)), [mesh, selection]);
  if (found === null || facts === null) return <p class="quiet">These objects no longer exist.</p>;
  const lengths = lengthsOf(store, found.document);
  const { units } = lengths;
  const hidden = store.hiddenTriangles.value.get(found.document);
  const hiddenCount = hidden === undefined ? 0 : intersection(hidden, found.set).count;
  const { measures, parts, names, materials } = facts;
  const { bounds, area } = measures;
  const isParts = selection.kind === 'parts';
  const rows: Fact[] = [
    ...(isParts ? [] : [['Parts', formatCount(parts)] as const]),
    ['Triangles', formatCount(measures.triangles)],
    [lengthLabel('Area', units, 2), <MeasureText value={area} units={units} power={2} />],
    ...(hiddenCount === 0 ? [] : [['Hidden triangles', formatCount(hiddenCount)] as const]),
    [{ figure: 'Part names', text: isParts ? 'Names' : 'In parts' }, names],
    ...(materials === '' ? [] : [['Materials', materials] as const]),
    ['Document', documentLabel(store.documents.value, found.document)],
  ];
  return (
    <>
      <div class="title">
        <span class="name">{isParts ? formatMany(selection.parts.count, 'part') : formatMany(selection.triangles.count, 'triangle')}</span>
        <span class="kind">selection</span>
      </div>
      <OwnSpaceNote store={store} document={found.document} />
      {bounds !== null && (
        <>
          <VectorRow label="Min" lengths={lengths} values={bounds.min} />
          <VectorRow label="Max" lengths={lengths} values={bounds.max} />
          <VectorRow
            label="Size"
            lengths={lengths}
            values={[bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1], bounds.max[2] - bounds.min[2]]}
          />
        </>
      )}
      <Facts facts={rows} />
    </>
  );
}

function describedSet(mesh: TriangleMesh, set: IndexSet) {
  const parts = membersOf(partsOf(mesh, set));
  const names = Array.from(parts.subarray(0, maxNames), (part) => partLabel(mesh.parts[part]?.name, part));
  const materials = materialsOfTriangles(mesh.materials, membersOf(set)).map(({ name, triangles }) => `${name} ${formatCount(triangles)}`);
  return {
    measures: setFacts(mesh, set),
    parts: parts.length,
    names: listed(names, parts.length),
    materials: listed(materials.slice(0, maxNames), materials.length),
  };
}

/** `a, b, c and 12 more` */
function listed(names: readonly string[], count: number): string {
  return `${names.join(', ')}${count > names.length ? ` and ${formatCount(count - names.length)} more` : ''}`;
}
