import type { JSX } from 'preact';
import { partOfTriangle, type TriangleMesh } from '#core/mesh';
import { contactAt, contactLength } from '#core/pair';
import { featureOf } from '#core/shape';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { partName } from '../../commands/actions.ts';
import { contactIndex, shownOutcome } from '../../state/pair/pair-query.ts';
import { isContactCutAway } from '../../state/section/cut-away.ts';
import type { Store } from '../../state/store/store.ts';
import { formatCount } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { featureLabel } from '../../text/feature-label.ts';
import { kindLabel } from '../pair/pair-words.ts';
import { Facts, type Fact } from './facts.tsx';
import { ShowTriangle } from './show-triangle.tsx';
import { surfaceFacts } from './surface-facts.ts';
import { lengthsOf } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';
import { LengthText, MeasureText } from './length-text.tsx';

interface ContactPropertiesProps {
  readonly app: App;
  /** Triangles of the fixed mesh (A) and of the moving mesh (B). */
  readonly a: number;
  readonly b: number;
}

/** A contact of two triangles: its kind, its points, and the feature of either triangle that each point lies on. */
export function ContactProperties({ app: { store }, a, b }: ContactPropertiesProps): JSX.Element {
  const outcome = shownOutcome(store.pair.value, store.scene.value.movingMesh);
  const index = outcome === null ? null : contactIndex(outcome, a, b);
  if (outcome?.pairContacts == null || index === null) {
    return (
      <p class="quiet">
        Triangles {formatCount(a)} and {formatCount(b)} are no longer in contact.
      </p>
    );
  }
  const {
    input,
    meshA,
    meshB,
    pairContacts: { contacts },
  } = outcome;
  const { kind, points, area } = contactAt(contacts, index);
  const lengths = lengthsOf(store, input.fixed);
  const { units } = lengths;
  const length = contactLength(contacts, index);
  const first = contacts.firstPoint[index]!;
  const on = (features: Uint8Array, point: number): string => featureLabel(featureOf(features[first + point]!));
  const facts: Fact[] = [
    ['Triangle A', triangleFact(store, input.fixed, meshA, a)],
    ['Triangle B', triangleFact(store, input.document, meshB, b)],
  ];
  if (isContactCutAway(store.kept.value, points)) facts.push(['Section', <span class="warning-text">in the part that is cut away</span>]);
  facts.push(...surfaceFacts(meshA, a, 'A'), ...surfaceFacts(meshB, b, 'B'));
  if (length !== null) facts.push([lengthLabel('Length', units), <LengthText value={length} lengths={lengths} />]);
  if (kind === 'coplanar') facts.push([lengthLabel('Area', units, 2), <MeasureText value={area} units={units} power={2} />]);
  points.forEach((_, point) =>
    facts.push([
      { figure: 'Lies on', text: `${pointName(points.length, point)} lies on` },
      `A ${on(contacts.featuresA, point)}, B ${on(contacts.featuresB, point)}`,
    ]),
  );
  return (
    <>
      <div class="title">
        <span class="name">Contact {formatCount(index + 1)}</span>
        <span class="kind">{kindLabel(kind)}</span>
      </div>
      {points.map((point, i) => (
        <VectorRow key={i} label={{ figure: 'Contact point', text: pointName(points.length, i) }} lengths={lengths} values={point} />
      ))}
      <Facts facts={facts} />
      <ShowTriangle store={store} document={input.fixed} triangle={a} label="Show triangle A" />
      <ShowTriangle store={store} document={input.document} triangle={b} label="Show triangle B" />
    </>
  );
}

/** Returns the name of a point: the only one, an end of a segment, or a corner of a polygon. */
function pointName(count: number, point: number): string {
  if (count === 1) return 'Point';
  return count === 2 ? (point === 0 ? 'From' : 'To') : `Corner ${point + 1}`;
}

function triangleFact(store: Store, document: DocumentId, mesh: TriangleMesh, triangle: number): string {
  const part = partOfTriangle(mesh, triangle);
  return part === null ? formatCount(triangle) : `${formatCount(triangle)}, ${partName(store, document, part)}`;
}
