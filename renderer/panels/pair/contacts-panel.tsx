import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { partOfTriangle, type TriangleMesh } from '#core/mesh';
import { type Contact, contactAt, contactCount, contactLength } from '#core/pair';
import { engineTitles } from '#core/tree';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { documentOf, frame, select, setHover } from '../../commands/actions.ts';
import { copyLong } from '../../commands/copy-long.ts';
import { describeContacts } from '../../commands/describe-rows.ts';
import { isContactCutAway } from '../../state/section/cut-away.ts';
import type { Selection } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { formatCount, formatMany, formatMilliseconds } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit, shownVector } from '../../text/shown-unit.ts';
import { ListFoot } from '../../widgets/list-foot.tsx';
import { RecordList, triple, type Column } from '../../widgets/record-list.tsx';
import { lengthDecimals, lengthText } from '../../text/list-lengths.ts';
import { PartCell } from '../hidden-mark.tsx';
import { PairList } from './pair-list.tsx';
import { contactOf, contactsIn, type ContactOutcome } from './pair-rows.ts';
import { kindLabel, kindsText } from './pair-words.ts';

/** Contacts of the two meshes, ascending by the triangle of the fixed mesh (A). */
export function ContactsPanel({ app }: { app: App }): JSX.Element {
  return <PairList app={app} testId="contacts" list={(outcome) => <ContactList store={app.store} outcome={outcome} />} />;
}

/** A row's record is made when the row is visible: there may be a million. */
function ContactList({ store, outcome }: { store: Store; outcome: ContactOutcome }): JSX.Element {
  const { contacts } = outcome.pairContacts;
  const { selection } = store.scene.value;
  const isSelected = contactsIn(outcome, selection);
  const isHovered = contactsIn(outcome, store.hover.value);
  const contactOfRow = (index: number): Extract<Selection, { kind: 'contact' }> => ({
    kind: 'contact',
    a: contacts.pairs[2 * index]!,
    b: contacts.pairs[2 * index + 1]!,
  });
  const kinds = useMemo(() => kindsText(contacts), [contacts]);
  return (
    <>
      <RecordList
        name="contact"
        label="Contacts"
        testId="contacts"
        count={contactCount(contacts)}
        columns={columnsOf(store, outcome)}
        source={contacts}
        rowAt={(index) => contactAt(contacts, index)}
        marks={({ a, b, kind }, index) => ({ 'data-contact': index, 'data-a': a, 'data-b': b, 'data-kind': kind })}
        chosen={contactOf(outcome, selection)}
        isSelected={(_, index) => isSelected(index)}
        isHovered={(_, index) => isHovered(index)}
        onChoose={(index) => select(store, contactOfRow(index))}
        onFrame={(index) => frame(store, contactOfRow(index))}
        onHover={(index) => setHover(store, index === null ? null : contactOfRow(index))}
        empty=""
      />
      <ListFoot testId="contacts-cost" figure="Query cost" copy={() => void copyLong(store, describeContacts(store, outcome))}>
        {formatMany(contactCount(contacts), 'contact')}: {kinds}
        {costText(outcome)}
      </ListFoot>
    </>
  );
}

function costText({ found, pairContacts }: ContactOutcome): string {
  if (found === null) return '';
  const { engine, nodePairsTested, trianglePairsTested } = found.stats;
  const tested = `${formatMany(nodePairsTested, 'node pair')} and ${formatMany(trianglePairsTested, 'triangle pair')} tested in ${engineTitles[engine]}`;
  return `; ${tested}, ${formatMilliseconds(found.milliseconds)}, contacts ${formatMilliseconds(pairContacts.milliseconds)}`;
}

function columnsOf(store: Store, { input, meshA, meshB, pairContacts: { contacts } }: ContactOutcome): readonly Column<Contact>[] {
  const fixed = documentOf(store, input.fixed);
  const units = unitsOf(store, fixed);
  const decimals = lengthDecimals(fixed?.mesh?.bounds ?? null, units);
  const kept = store.kept.value;
  return [
    { title: '#', look: 'right', className: 'quiet', cell: (_, index) => formatCount(index + 1) },
    {
      title: 'Kind',
      className: 'kind',
      sortKey: (i) => contacts.kinds[i]!,
      cell: ({ kind }) => [<span key="mark" class={`contact-mark ${kind}`} />, kindLabel(kind)],
    },
    { title: 'Triangle A', look: 'right', className: 'of-a', sortKey: (i) => contacts.pairs[2 * i]!, cell: ({ a }) => formatCount(a) },
    {
      title: 'Triangle B',
      look: 'right',
      className: 'of-b',
      sortKey: (i) => contacts.pairs[2 * i + 1]!,
      cell: ({ b }) => formatCount(b),
    },
    ...(kept.length === 0
      ? []
      : [{ title: 'Section', cell: ({ points }: Contact) => (isContactCutAway(kept, points) ? 'cut away' : '') } as const]),
    { title: 'Part A', look: 'name', cell: ({ a }) => partCell(store, input.fixed, meshA, a) },
    { title: 'Part B', look: 'name', cell: ({ b }) => partCell(store, input.document, meshB, b) },
    { title: lengthLabel('From', units), look: 'triple', cell: ({ points }) => triple(shownVector(units, points[0]!), decimals) },
    { title: lengthLabel('To', units), look: 'triple', cell: (contact) => endText(contact, units, decimals) },
    {
      title: lengthLabel('Length', units),
      look: 'right',
      className: 'length',
      sortKey: (i) => contactLength(contacts, i) ?? NaN,
      cell: (_, index) => lengthText(contactLength(contacts, index), units, decimals),
    },
  ];
}

/** Returns a segment's other end. A polygon has more corners, a point no other end. */
function endText({ points }: Contact, units: ShownUnit, decimals: number): JSX.Element | ReturnType<typeof triple> {
  if (points.length === 1) return null;
  return points.length === 2 ? (
    triple(shownVector(units, points[1]!), decimals)
  ) : (
    <span class="corners">polygon, {formatMany(points.length, 'corner')}</span>
  );
}

function partCell(store: Store, document: DocumentId, mesh: TriangleMesh, triangle: number): JSX.Element {
  return <PartCell store={store} document={document} part={partOfTriangle(mesh, triangle)} triangle={triangle} />;
}
