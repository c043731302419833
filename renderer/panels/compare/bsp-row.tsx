import type { JSX } from 'preact';
import { triangleCount } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { bspOf } from '../../state/bsp/bsp-state.ts';
import { formatCount, formatFixed, formatMilliseconds } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';

/** The BSP tree of the compared mesh, by the rays of the comparison: it has no boxes, so it has no row among the kinds. */
export function BspRow({ app, document }: { app: App; document: DocumentId }): JSX.Element {
  const { store } = app;
  const { run, options } = store.bsp.value;
  const comparison = bspOf(store.bsp.value, document)?.comparison ?? null;
  if (comparison === null || run.kind !== 'done')
    return (
      <div class="panel-foot" data-testid="compare-bsp">
        <span class="name quiet">BSP tree: not built</span>
        <button
          type="button"
          class="button small"
          data-command="buildBsp"
          title={commandTip('buildBsp')}
          onClick={() => runCommand(app, 'buildBsp')}
        >
          Build BSP tree
        </button>
      </div>
    );
  const { bsp } = comparison;
  const figures = [
    `build ${formatMilliseconds(bsp.buildMilliseconds)}`,
    `${formatFixed(bsp.bytes / triangleCount(run.mesh), 1)} B/triangle`,
    `depth ${formatCount(bsp.depth)}`,
    `${formatFixed(bsp.nodesPerRay, 1)} nodes per ray`,
    `${formatFixed(bsp.microsecondsPerRay, 2)} µs per ray`,
  ];
  return (
    <div class="panel-foot" data-testid="compare-bsp">
      <span class="name">
        BSP tree ({options.planes}): {figures.join(', ')}
      </span>
    </div>
  );
}
