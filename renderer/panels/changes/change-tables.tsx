import type { JSX } from 'preact';
import type { Bounds } from '#core/mesh';
import { distanceText } from '#core/health';
import type { MeshChanges } from '../../state/changes/mesh-changes.ts';
import { formatCount, formatMany, formatNumber } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit, shownLength } from '../../text/shown-unit.ts';
import { Icon } from '../../widgets/icon.tsx';
import { findingState, partText } from './changes-text.ts';

interface SizeProps {
  readonly changes: MeshChanges;
  readonly units: ShownUnit;
}

type Row = readonly [label: string, before: string, after: string];

/** Sizes of both versions; those that differ are emphasised. */
export function SizeChanges({ changes: { geometry, facts, surface }, units }: SizeProps): JSX.Element {
  const text = (length: number, power = 1): string => formatNumber(shownLength(units, length, power));
  const size = ({ min, max }: Bounds): string => max.map((value, k) => text(value - min[k]!)).join(' × ');
  const corner = (bounds: Bounds | null, which: 'min' | 'max'): string => bounds?.[which].map((value) => text(value)).join(', ') ?? 'none';
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
    rows.push([lengthLabel('Max distance to other', units), distanceText(surface.removed, text), distanceText(surface.added, text)]);
  return (
    <table data-testid="change-sizes">
      <Head title="Size" />
      <tbody>
        {rows.map(([label, before, after]) => (
          <tr key={label} class={before === after ? 'same' : undefined}>
            <th scope="row">{label}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Findings of both versions, those that changed first. */
export function FindingChanges({ changes: { findings, status } }: { changes: MeshChanges }): JSX.Element {
  const isRunning = status.kind === 'waiting' || status.kind === 'running';
  const ordered = (findings ?? []).toSorted((a, b) => Number(findingState(a) === 'same') - Number(findingState(b) === 'same'));
  return (
    <table data-testid="change-findings">
      <Head title="Findings" />
      <tbody>
        {findings === null && <Note text={isRunning ? 'Not checked yet.' : 'Not checked: compare in full.'} />}
        {findings?.length === 0 && <Note text="No findings in either version." />}
        {ordered.map((finding) => {
          const state = findingState(finding);
          const better = state === 'gone' || state === 'fewer' ? 'better' : state === 'same' ? 'same' : 'worse';
          return (
            <tr key={`${finding.code} ${finding.severity}`} class={better} data-finding={finding.code} data-state={state}>
              <th scope="row">
                <span class={`severity ${finding.severity}`}>
                  <Icon name={finding.severity} small />
                </span>
                {finding.title}
                {state !== 'same' && <span class="quiet"> {state}</span>}
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
export function PartChanges({ changes: { geometry } }: { changes: MeshChanges }): JSX.Element {
  const parts = geometry?.parts ?? [];
  const changed = parts.filter(({ state }) => state !== 'same');
  return (
    <table data-testid="change-parts">
      <Head title="Parts: triangles" />
      <tbody>
        {changed.slice(0, maxParts).map((part) => (
          <tr key={`${part.before} ${part.after}`} data-state={part.state}>
            <th scope="row">
              <span class={`change-dot ${part.state}`} aria-hidden="true" />
              {partText(part)} <span class="quiet">{part.state}</span>
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

function Head({ title }: { title: string }): JSX.Element {
  return (
    <thead>
      <tr>
        <th scope="col">{title}</th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
      </tr>
    </thead>
  );
}
