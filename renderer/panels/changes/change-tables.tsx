import { Fragment, type JSX } from 'preact';
import type { Bounds } from '#core/mesh';
import type { PartChange } from '#core/diff';
import { type ChangeDistance, distanceText } from '#core/health';
import type { DistanceField } from '#core/pair';
import type { MeshChanges } from '../../state/changes/mesh-changes.ts';
import { alignedNumbers, formatCount, formatMany, formatNumber, withoutCommonZeros } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit, shownLength } from '../../text/shown-unit.ts';
import { Icon } from '../../widgets/icon.tsx';
import { findingState, insideNote, outsideText, partText, versionNames } from './changes-text.ts';

interface SizeProps {
  readonly changes: MeshChanges;
  readonly units: ShownUnit;
  readonly onFarthest: (distance: ChangeDistance, side: 'before' | 'after') => void;
}

type Row = readonly [label: string, before: string, after: string];

const distanceLabel = 'Max distance to other';
const meanLabel = 'Mean distance to other';
const isLargest = ([label]: Row): boolean => label.startsWith(distanceLabel);
const isDistance = (row: Row): boolean => isLargest(row) || row[0].startsWith(meanLabel);

/** Sizes of both versions; those that differ are emphasised. */
export function SizeChanges({ changes, units, onFarthest }: SizeProps): JSX.Element {
  const { geometry, facts, surface } = changes;
  const text = (length: number, power = 1): string => formatNumber(shownLength(units, length, power));
  const list = (lengths: readonly number[]): readonly string[] =>
    withoutCommonZeros(alignedNumbers(lengths.map((length) => shownLength(units, length))));
  const size = ({ min, max }: Bounds): string => list(max.map((value, k) => value - min[k]!)).join(' × ');
  const corner = (bounds: Bounds | null, which: 'min' | 'max'): string => (bounds === null ? 'none' : list(bounds[which]).join(', '));
  const rows: Row[] = [];
  if (geometry !== null) {
    const { triangles, vertices, bounds } = geometry;
    const { before, after } = bounds;
    rows.push(['Triangles', formatCount(triangles.before), formatCount(triangles.after)]);
    rows.push(['Vertices', formatCount(vertices.before), formatCount(vertices.after)]);
    rows.push([lengthLabel('Size', units), before === null ? 'none' : size(before), after === null ? 'none' : size(after)]);
    rows.push([lengthLabel('Min', units), corner(before, 'min'), corner(after, 'min')]);
    rows.push([lengthLabel('Max', units), corner(before, 'max'), corner(after, 'max')]);
  }
  if (facts !== null) {
    const { before, after } = facts;
    rows.push(['Boundary edges', formatCount(before.boundaryEdges), formatCount(after.boundaryEdges)]);
    rows.push(['Components', formatCount(before.components), formatCount(after.components)]);
    rows.push([lengthLabel('Area', units, 2), text(before.area, 2), text(after.area, 2)]);
    rows.push([lengthLabel('Volume', units, 3), text(before.signedVolume, 3), text(after.signedVolume, 3)]);
  }
  if (surface !== null)
    rows.push([lengthLabel(distanceLabel, units), distanceText(surface.removed, text), distanceText(surface.added, text)]);
  if (changes.fields !== null) {
    const mean = (field: DistanceField | null): string =>
      field?.mean == null ? 'unknown' : formatNumber(shownLength(units, field.mean), 3);
    rows.push([lengthLabel(meanLabel, units), mean(changes.fields.before), mean(changes.fields.after)]);
  }
  const isCompared = changes.cause === 'compare';
  const farthest = surface !== null && (surface.removed?.position ?? surface.added?.position ?? null) !== null && (
    <tr data-testid="farthest">
      <th scope="row">{lengthLabel('Farthest point', units)}</th>
      <Farthest distance={surface.removed} text={text} onFarthest={(distance) => onFarthest(distance, 'before')} />
      <Farthest distance={surface.added} text={text} onFarthest={(distance) => onFarthest(distance, 'after')} />
    </tr>
  );
  const inside = insideNote(changes);
  const outside = inside !== null && (
    <>
      <tr data-testid="outside">
        <th scope="row">{lengthLabel('Max distance outside other', units)}</th>
        {sides.map((side) => (
          <Outside key={side} changes={changes} side={side} text={text} onFarthest={onFarthest} />
        ))}
      </tr>
      <Note text={inside} />
    </>
  );
  // The distance is what two meshes are compared for.
  const ordered = isCompared ? [...rows.filter(isDistance), ...rows.filter((row) => !isDistance(row))] : rows;
  return (
    <table data-testid="change-sizes">
      <Head title="Size" names={versionNames(changes)} />
      <tbody>
        {ordered.map((row) => (
          <Fragment key={row[0]}>
            <tr class={row[1] === row[2] ? 'same' : undefined}>
              <th scope="row">{row[0]}</th>
              <td>{row[1]}</td>
              <td>{row[2]}</td>
            </tr>
            {isLargest(row) && farthest}
            {isLargest(row) && outside}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Where the largest distance is, as a button that frames it. */
function Farthest(props: {
  distance: ChangeDistance | null;
  text: (value: number) => string;
  onFarthest: (distance: ChangeDistance) => void;
}): JSX.Element {
  const { distance, text, onFarthest } = props;
  if (distance?.position == null || distance.found === 0) return <td />;
  return (
    <td>
      <button type="button" class="link-button" title="Frame this point" onClick={() => onFarthest(distance)}>
        {distance.position.map((value) => text(value)).join(', ')}
      </button>
    </td>
  );
}

const sides = ['before', 'after'] as const;

/** The largest distance of one mesh outside the other one, as a button that frames where it is, if that is known. */
function Outside({
  changes,
  side,
  text,
  onFarthest,
}: {
  changes: MeshChanges;
  side: 'before' | 'after';
  text: (value: number) => string;
  onFarthest: SizeProps['onFarthest'];
}): JSX.Element {
  const distance = changes.farthest?.[side]?.outside ?? null;
  const shown = outsideText(changes, side, text);
  if (distance === null || distance.position === null) return <td>{shown}</td>;
  return (
    <td>
      <button type="button" class="link-button" title="Frame where this distance is" onClick={() => onFarthest(distance, side)}>
        {shown}
      </button>
    </td>
  );
}

/** Findings of both versions, those that changed first. */
export function FindingChanges({ changes }: { changes: MeshChanges }): JSX.Element {
  const { findings, status } = changes;
  const isRunning = status.kind === 'waiting' || status.kind === 'running';
  const ordered = (findings ?? []).toSorted((a, b) => Number(findingState(a) === 'same') - Number(findingState(b) === 'same'));
  return (
    <table data-testid="change-findings">
      <Head title="Findings" names={versionNames(changes)} />
      <tbody>
        {findings === null && <Note text={isRunning ? 'Not checked yet.' : 'Not checked: compare in full.'} />}
        {findings?.length === 0 && <Note text="No findings in either mesh." />}
        {ordered.map((finding) => {
          const state = findingState(finding);
          const isBetter = state === 'gone' || state === 'fewer';
          const better = state === 'same' ? 'same' : changes.cause === 'compare' ? undefined : isBetter ? 'better' : 'worse';
          return (
            <tr key={`${finding.code} ${finding.severity}`} class={better} data-finding={finding.code} data-state={state}>
              <th scope="row">
                <span class={`severity ${finding.severity}`}>
                  <Icon name={finding.severity} small />
                </span>
                {finding.title}
                {state !== 'same' && changes.cause !== 'compare' && <span class="quiet"> {state}</span>}
              </th>
              <td>{formatCount(finding.before)}</td>
              <td>{formatCount(finding.after)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** More rows would take long to lay out. */
const maxParts = 500;

/** Parts that are not the same, and how many are. */
export function PartChanges({ changes }: { changes: MeshChanges }): JSX.Element {
  const { geometry } = changes;
  const [nameBefore, nameAfter] = versionNames(changes);
  const parts = geometry?.parts ?? [];
  const changed = parts.filter(({ state }) => state !== 'same');
  return (
    <table data-testid="change-parts">
      <Head title="Parts: triangles" names={[nameBefore, nameAfter]} />
      <tbody>
        {changed.slice(0, maxParts).map((part) => (
          <tr key={`${part.before} ${part.after}`} data-state={part.state}>
            <th scope="row">
              <span class={`change-dot ${part.state}`} aria-hidden="true" />
              {partText(part)} <span class="quiet">{changes.cause === 'compare' ? comparedState(part.state) : part.state}</span>
            </th>
            <td>{part.before === null ? '' : formatCount(part.trianglesBefore)}</td>
            <td>{part.after === null ? '' : formatCount(part.trianglesAfter)}</td>
          </tr>
        ))}
        {geometry !== null && <Note text={restText(changed.length, parts.length)} />}
      </tbody>
    </table>
  );
}

function comparedState(state: PartChange['state']): string {
  return state === 'added' ? 'only in B' : state === 'removed' ? 'only in A' : state === 'changed' ? 'different' : state;
}

function restText(changed: number, all: number): string {
  const hidden = changed > maxParts ? `${formatMany(changed - maxParts, 'more changed part')}; ` : '';
  return `${hidden}${formatMany(all - changed, 'part')} the same.`;
}

function Note({ text }: { text: string }): JSX.Element {
  return (
    <tr>
      <td class="note" colSpan={3}>
        {text}
      </td>
    </tr>
  );
}

function Head({ title, names: [before, after] }: { title: string; names: readonly [string, string] }): JSX.Element {
  return (
    <thead>
      <tr>
        <th scope="col">{title}</th>
        <th scope="col">{before}</th>
        <th scope="col">{after}</th>
      </tr>
    </thead>
  );
}
