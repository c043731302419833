import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { Tree } from '#core/tree/layout';
import { nodeSlack } from '#core/tree/node-slack';
import { nodesAtLevel } from '#core/tree/nodes-at-level';
import { setDisplay } from '../../commands/actions.ts';
import type { App } from '../../commands/app.ts';
import { hasGrid } from '../../scene/boxes-layer.ts';
import { withDisplay } from '../../state/scene-edits.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { NumberField } from '../../ui/number-field.tsx';

/** How far 16-bit boxes reach beyond the exact ones, and how many times that is drawn: by itself it is too little to be seen. */
export function SlackBar({ app: { store } }: { app: App }): JSX.Element | null {
  const tree = store.activeTree.value?.tree ?? null;
  const mesh = store.activeDocument.value?.mesh?.mesh ?? null;
  const { boxLevel: level, exact, slack } = store.scene.value.display;
  const most = useMemo(() => (tree === null || mesh === null || level === null || !hasGrid(tree) ? null : mostSlack(tree, mesh, level)), [tree, mesh, level]);
  if (tree === null || !hasGrid(tree) || (most === null && !exact)) return null;
  return (
    <div class="floating view-bar" data-testid="slack">
      {most !== null && (
        <span class="count" data-testid="level-slack" title="How far a side of the boxes of this level lies outside the exact box of its triangles, at most">
          Slack ≤ {formatNumber(most, 3)}
        </span>
      )}
      {exact && (
        <>
          <span class="label">drawn ×</span>
          <NumberField
            label="How many times the slack is drawn"
            value={slack}
            least={1}
            most={10_000}
            initial={1}
            testId="slack-times"
            onPreview={(value) => store.history.preview((scene) => withDisplay(scene, { slack: value }))}
            onCommit={(value) => setDisplay(store, `Slack drawn ${value} times`, { slack: value })}
            onRevert={() => store.history.revert()}
          />
        </>
      )}
    </div>
  );
}

/** The greatest slack of a side of a box of a level, mesh units. */
function mostSlack(tree: Tree, mesh: TriangleMesh, level: number): number {
  return nodesAtLevel(tree, level).reduce((most, node) => Math.max(most, ...nodeSlack(tree, mesh, node)), 0);
}
