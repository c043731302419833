import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { bspOf } from '../../state/bsp/bsp-state.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { BspComparisonTable } from '../bsp/bsp-comparison.tsx';

/** The BSP tree of the compared mesh next to an AABB tree, by the rays of the comparison. It has no boxes, so it has no row among the kinds. */
export function BspRow({ app, document }: { app: App; document: DocumentId }): JSX.Element {
  const { store } = app;
  const shown = bspOf(store.bsp.value, document);
  if (shown?.comparison != null)
    return (
      <div class="panel-foot compare-bsp" data-testid="compare-bsp">
        <BspComparisonTable comparison={shown.comparison} splits={shown.report.splits ?? 0} />
      </div>
    );
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
}
