import type { JSX } from 'preact';
import type { PageDocument } from '../state/store/records.ts';
import { formatMany } from '../text/format-number.ts';

/** A line about the vertices of a mesh that are not finite numbers, which every measure leaves out; nothing without such vertices. */
export function LeftOutNote({ document, mesh }: { document: PageDocument | null; mesh?: 'A' | 'B' }): JSX.Element | null {
  const count = document?.summary.mesh?.findings.find(({ code }) => code === 'non-finite-vertices')?.count ?? 0;
  if (count === 0) return null;
  return (
    <p class="warning-text" data-testid="left-out-note">
      Left out: {formatMany(count, 'non-finite vertex', 'non-finite vertices')}
      {mesh === undefined ? '' : ` of ${mesh}`}, and the triangles that use {count === 1 ? 'it' : 'them'}.
    </p>
  );
}
