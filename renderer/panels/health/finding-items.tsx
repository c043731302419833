import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Elements, type IgnoredOf, itemCount, itemElements, openCount } from '#core/health';
import { partOfTriangle, type TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { documentOf, frame, partName, setHover } from '../../commands/actions.ts';
import { copyLong } from '../../commands/copy-long.ts';
import { describeFinding, stateText } from '../../commands/describe-findings.ts';
import { selectFinding } from '../../commands/finding-actions.ts';
import { markOf } from '../../scene/finding-marks.ts';
import { itemMeasure, itemOfTriangle, triangleOfItem, type ShownFinding } from '../../state/health/findings.ts';
import { itemCentre } from '../../state/health/item-bounds.ts';
import type { Selection } from '../../state/store/records.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { formatCount } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit, shownVector } from '../../text/shown-unit.ts';
import { ListFoot } from '../../widgets/list-foot.tsx';
import { RecordList, triple, type Column } from '../../widgets/record-list.tsx';
import { lengthDecimals, type ShownLengths } from '../../text/list-lengths.ts';
import { countText, itemText, measureTitle } from './finding-words.ts';
import { ownSpaceText } from '../properties/own-space-note.tsx';
import { FindingMeasure } from './finding-measure.tsx';

interface FindingItemsProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly finding: ShownFinding;
  readonly elements: Elements;
  readonly ignored: IgnoredOf;
}

/** Every location of a finding. A row's record is made when the row is visible: there may be hundreds of thousands. */
export function FindingItems({ app: { store }, document, finding, elements, ignored }: FindingItemsProps): JSX.Element {
  const mesh = documentOf(store, document)?.mesh?.mesh ?? null;
  const { selection } = store.scene.value;
  const chosen = useMemo(() => itemIn(mesh, finding, elements, document, selection), [mesh, finding, document, selection]);
  const hovered = store.hover.value;
  const thing = (item: number): Extract<Selection, { kind: 'finding' }> => ({ kind: 'finding', document, name: finding.name, item });
  const count = itemCount(elements);
  const open = openCount(finding, ignored);
  return (
    <>
      <RecordList
        name="finding-item"
        label={finding.title}
        testId="finding-items"
        count={count}
        columns={columnsOf(store, document, mesh, finding, elements, ignored)}
        source={elements}
        rowAt={(item) => item}
        marks={(item) => ({ 'data-item': item })}
        classOf={(item) => (ignored.whole !== null || ignored.items.has(item) ? 'ignored' : null)}
        chosen={chosen}
        isHovered={(item) =>
          hovered?.kind === 'finding' && hovered.document === document && hovered.name === finding.name && hovered.item === item
        }
        onChoose={(item) => {
          selectFinding(store, document, finding.name, item);
          frame(store, thing(item));
        }}
        onFrame={(item) => frame(store, thing(item))}
        onHover={(item) => setHover(store, item === null ? null : thing(item))}
        empty=""
      />
      <ListFoot testId="finding-count" copy={() => void copyLong(store, describeFinding(store, document, finding.name, null))}>
        {ownSpaceText(store, document)}
        {countText(finding)}
        {open === finding.count ? '' : `, ${formatCount(finding.count - open)} ignored`}
        {finding.detail === null ? '' : `; ${finding.detail}`}
      </ListFoot>
    </>
  );
}

/** Returns the selected item, or the first one with the selected triangle. */
function itemIn(
  mesh: TriangleMesh | null,
  { name }: ShownFinding,
  elements: Elements,
  document: DocumentId,
  selection: Selection | null,
): number | null {
  if (selection?.kind === 'finding') return selection.document === document && selection.name === name ? selection.item : null;
  if (selection?.kind === 'triangle' && selection.document === document && mesh !== null)
    return itemOfTriangle(mesh, elements, selection.triangle);
  return null;
}

const heads = { triangle: 'Triangle', edge: 'Vertices', vertex: 'Vertex', pair: 'Triangles' } as const;

function columnsOf(
  store: App['store'],
  document: DocumentId,
  mesh: TriangleMesh | null,
  { code, severity }: ShownFinding,
  elements: Elements,
  ignored: IgnoredOf,
): readonly Column<number>[] {
  const opened = documentOf(store, document);
  const units = unitsOf(store, opened);
  const decimals = lengthDecimals(opened?.mesh?.bounds ?? null, units);
  const { kind, groups, measures } = elements;
  const mark = markOf(code, kind);
  const size = (item: number): number => {
    const { first, end } = itemElements(elements, item);
    return groups === null ? elements.words[(elements.words.length / itemCount(elements)) * first]! : end - first;
  };
  const part = (item: number): number | null => {
    const triangle = triangleOfItem(elements, item);
    return mesh === null || triangle === null ? null : partOfTriangle(mesh, triangle);
  };
  const columns: Column<number>[] = [
    { title: 'Mark', look: 'mark', cell: () => <span class={`finding-mark ${mark} ${severity}`} /> },
    { title: '#', look: 'right', className: 'quiet', cell: (item) => formatCount(item + 1) },
    {
      title: groups === null ? heads[kind] : 'Elements',
      figure: 'Elements',
      look: 'right',
      sortKey: size,
      cell: (item) => itemText(elements, item),
    },
    {
      title: measures === null ? '' : measureTitle(measures.name, units),
      figure: 'Measure',
      look: 'right',
      ...(measures === null ? {} : { sortKey: (item: number) => measures.values[item]! }),
      cell: (item) => measureText(itemMeasure(elements, item), { units, decimals }, measures?.name ?? ''),
    },
    { title: lengthLabel('Centre', units), look: 'triple', cell: (item) => centre(mesh, elements, item, units, decimals) },
    { title: 'Part', look: 'name', sortKey: (item) => part(item) ?? NaN, cell: (item) => partText(store, document, part(item)) },
    { title: 'State', look: 'name', cell: (item) => stateText(ignored, item) },
  ];
  return columns;
}

function centre(
  mesh: TriangleMesh | null,
  elements: Elements,
  item: number,
  units: ShownUnit,
  decimals: number,
): ReturnType<typeof triple> | string {
  const point = mesh === null ? null : itemCentre(mesh, elements, item);
  return point === null ? 'not finite' : triple(shownVector(units, point), decimals);
}

function measureText(value: number | null, lengths: ShownLengths, name: string): JSX.Element | string {
  return value === null ? '' : <FindingMeasure value={value} lengths={lengths} name={name} />;
}

function partText(store: App['store'], document: DocumentId, part: number | null): string {
  return part === null ? '' : partName(store, document, part);
}
