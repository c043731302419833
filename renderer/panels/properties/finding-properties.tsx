import type { JSX } from 'preact';
import { type Elements, itemCount, itemElements } from '#core/health';
import { none, partOfTriangle } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { documentOf, partName, select } from '../../commands/actions.ts';
import { copyLong } from '../../commands/copy-long.ts';
import { describeFinding } from '../../commands/describe-findings.ts';
import { selectTrianglesOfFinding } from '../../commands/selection-actions.ts';
import { runCommand, withShortcut } from '../../commands/keymap.ts';
import { itemMeasure, triangleOfItem, type ShownFinding } from '../../state/health/findings.ts';
import { noFindings } from '../../state/health/health-query.ts';
import { itemCentre } from '../../state/health/item-bounds.ts';
import { formatCount } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import type { ShownLengths } from '../../text/list-lengths.ts';
import { rowHeight } from '../../widgets/measures.ts';
import { ListFoot } from '../../widgets/list-foot.tsx';
import { RecordList } from '../../widgets/record-list.tsx';
import { FindingMeasure } from '../health/finding-measure.tsx';
import { RepairButton } from '../health/repair-button.tsx';
import { countText, elementsText, elementText, itemTitle, measureTitle, severityLabels } from '../health/finding-words.ts';
import { Facts, type Fact } from './facts.tsx';
import { IgnoreFields } from './ignore-fields.tsx';
import { surfaceFacts } from './surface-facts.ts';
import { OwnSpaceNote } from './own-space-note.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';

interface FindingPropertiesProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly finding: ShownFinding;
  /** `null` for the whole finding. */
  readonly item: number | null;
}

/** A finding or one of its locations: what it is, why it matters, its fix, whether it is ignored, and its exact elements. */
export function FindingProperties({ app, document, finding, item }: FindingPropertiesProps): JSX.Element {
  const { store } = app;
  const { elements, code, severity } = finding;
  const opened = documentOf(store, document);
  const mesh = opened?.mesh?.mesh ?? null;
  const lengths = lengthsOf(store, document);
  const facts: Fact[] = [
    ['Code', <span class="mono">{code}</span>],
    [
      'Severity',
      <span class={`severity ${severity}`}>
        <Icon name={severity} small /> {severityLabels[severity]}
      </span>,
    ],
  ];
  if (item === null || elements === null) facts.push(['Count', countText(finding)]);
  else facts.push(...itemFacts(elements, item, lengths));
  const triangle = elements === null || item === null ? null : triangleOfItem(elements, item);
  const part = triangle === null || mesh === null ? null : partOfTriangle(mesh, triangle);
  if (part !== null) facts.push(['Part', partName(store, document, part)]);
  if (triangle !== null && mesh !== null) facts.push(...surfaceFacts(mesh, triangle));
  const centre = elements === null || item === null || mesh === null ? null : itemCentre(mesh, elements, item);
  const ignored = (store.findings.value.get(document) ?? noFindings).ignored.get(finding.name);
  return (
    <>
      <div class="title">
        <span class="name">{itemTitle(finding, item, itemCount(elements))}</span>
        <span class="kind">finding</span>
      </div>
      <Facts facts={facts} />
      <OwnSpaceNote store={store} document={document} />
      {centre !== null && <VectorRow label="Centre" lengths={lengths} values={centre} />}
      <div class="note-card warning">
        <b>Issue</b>
        <p>{finding.message}.</p>
        {finding.detail !== null && item === null && <p>{finding.detail}.</p>}
      </div>
      <div class="note-card good">
        <b>Fix</b>
        <p>{finding.fix}.</p>
        <RepairButton app={app} finding={finding} />
      </div>
      <FindingButtons app={app} document={document} finding={finding} />
      {ignored !== undefined && (
        <IgnoreFields
          key={`${document} ${finding.name} ${item}`}
          app={app}
          document={document}
          finding={finding}
          item={item}
          ignored={ignored}
        />
      )}
      {elements !== null && item !== null && (
        <ItemElements app={app} document={document} finding={finding} elements={elements} item={item} />
      )}
    </>
  );
}

/** Steps through the findings, and selects the triangles of this kind. */
function FindingButtons({ app, document, finding }: Omit<FindingPropertiesProps, 'item'>): JSX.Element {
  return (
    <div class="button-row">
      <button
        type="button"
        class="button"
        data-testid="previous-finding"
        title={withShortcut('Previous finding', 'previousFinding')}
        onClick={() => runCommand(app, 'previousFinding')}
      >
        Previous
      </button>
      <button
        type="button"
        class="button"
        data-testid="next-finding"
        title="Next finding (N)"
        onClick={() => runCommand(app, 'nextFinding')}
      >
        Next
      </button>
      {finding.triangles.length > 0 && (
        <button
          type="button"
          class="button"
          data-testid="select-of-finding"
          title="Select all triangles of this type of finding"
          onClick={() => selectTrianglesOfFinding(app.store, document, finding.name)}
        >
          Select triangles
        </button>
      )}
    </div>
  );
}

function itemFacts(elements: Elements, item: number, lengths: ShownLengths): Fact[] {
  const { first, end } = itemElements(elements, item);
  const measure = itemMeasure(elements, item);
  const facts: Fact[] = [['Elements', elementsText(elements.kind, end - first)]];
  if (measure !== null)
    facts.push([
      { figure: 'Measure', text: measureTitle(elements.measures!.name, lengths.units) },
      <FindingMeasure value={measure} lengths={lengths} name={elements.measures!.name} />,
    ]);
  return facts;
}

interface ItemElementsProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly finding: ShownFinding;
  readonly elements: Elements;
  readonly item: number;
}

/** The exact elements of an item. A click on one selects its triangle. */
function ItemElements({ app: { store }, document, finding, elements, item }: ItemElementsProps): JSX.Element {
  const { first, end } = itemElements(elements, item);
  const showTriangle = (at: number): void => {
    const triangle = elements.triangles[first + at]!;
    const mesh = documentOf(store, document)?.mesh?.mesh;
    if (mesh !== undefined && 3 * triangle < mesh.indices.length) select(store, { kind: 'triangle', document, triangle, node: null });
  };
  return (
    <div class="item-elements" style={{ height: `${listHeight(end - first)}px` }}>
      <RecordList<number>
        name="element"
        label="Elements"
        testId="elements"
        count={end - first}
        columns={[
          {
            title:
              elements.kind === 'edge'
                ? 'Edge'
                : elements.kind === 'pair'
                  ? 'Triangles'
                  : elements.kind === 'vertex'
                    ? 'Vertex'
                    : 'Triangle',
            figure: 'Elements',
            look: 'name',
            cell: (at) => elementText(elements, first + at),
          },
          {
            title: elements.kind === 'triangle' || elements.kind === 'pair' ? '' : 'Triangle',
            figure: 'Triangle',
            look: 'right',
            cell: (at) => (elements.kind === 'triangle' || elements.kind === 'pair' ? '' : triangleText(elements, first + at)),
          },
        ]}
        source={elements}
        rowAt={(at) => at}
        marks={(at) => ({ 'data-element': at })}
        chosen={null}
        isHovered={() => false}
        onChoose={showTriangle}
        onFrame={showTriangle}
        onHover={() => {}}
        empty=""
      />
      <ListFoot testId="elements-count" copy={() => void copyLong(store, describeFinding(store, document, finding.name, item))}>
        {elementsText(elements.kind, end - first)}
      </ListFoot>
    </div>
  );
}

/** Returns the height for head, foot and the rows, up to seven of them. */
function listHeight(count: number): number {
  return 56 + rowHeight * Math.min(count, 7);
}

function triangleText({ triangles }: Elements, element: number): string {
  const triangle = triangles[element]!;
  return triangle === none ? 'none' : formatCount(triangle);
}
