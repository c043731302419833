import { hasStopped } from '../../state/documents/is-settled.ts';
import type { FigureLabel } from '../../text/figures.ts';
import type { FetchedTree, PageDocument } from '../../state/store/records.ts';

/** One step of loading a mesh. Its time is `null` while it runs, or when it was `given up`. */
export interface TimeSpan {
  readonly name: FigureLabel;
  readonly milliseconds: number | null;
  readonly givenUp?: boolean;
}

/** Returns the times of read, parse, build (unless the tree came with a baked file), transfer (mesh and tree) and first frame. */
export function timesOf(document: PageDocument, tree: FetchedTree | null): readonly TimeSpan[] {
  const { summary, mesh, firstFrameMilliseconds } = document;
  const isBaked = tree !== null && tree.summary.milliseconds === null;
  // A cancelled or failed step has no time.
  const givenUp = tree === null && hasStopped(summary.phase);
  return [
    { name: 'Read', milliseconds: summary.mesh?.readMilliseconds ?? null },
    { name: 'Parse', milliseconds: summary.mesh?.parseMilliseconds ?? null },
    ...(isBaked
      ? []
      : [
          {
            name: tree?.summary.isFirstRun === true ? ('Build, first run' as const) : ('Build' as const),
            milliseconds: tree?.summary.milliseconds ?? null,
            givenUp,
          },
        ]),
    {
      name: 'Transfer',
      milliseconds: mesh === null || tree === null ? null : mesh.transferMilliseconds + tree.transferMilliseconds,
      givenUp,
    },
    { name: 'First frame', milliseconds: firstFrameMilliseconds },
  ];
}
