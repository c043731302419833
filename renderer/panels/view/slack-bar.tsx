import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { TriangleMesh } from '#core/mesh';
import { nodePath, nodesAtLevel, nodeSlack, type Tree } from '#core/tree';
import { setDisplay, revertPreview, previewDisplay } from '../../commands/actions.ts';
import type { App } from '../../commands/app.ts';
import { hasGrid } from '../../scene/boxes-layer.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { formatNumber } from '../../text/format-number.ts';
import { shownLength, withLengthSign } from '../../text/shown-unit.ts';
import { NumberField } from '../../widgets/number-field.tsx';
import { chosenNode } from '../hierarchy/chosen-node.ts';

/** Shows how far 16-bit boxes reach beyond the exact ones, and exaggerates it in the view: it is too small to see by itself. */
export function SlackBar({ app: { store } }: { app: App }): JSX.Element | null {
  const tree = store.activeTree.value?.tree ?? null;
  const mesh = store.activeDocument.value?.mesh?.mesh ?? null;
  const { selection, display } = store.scene.value;
  const { boxLevel: level, path, exact, slack } = display;
  const chosen = path ? chosenNode(selection) : null;
  const nodes = useMemo(() => (tree === null || !hasGrid(tree) ? [] : drawnNodes(tree, level, chosen)), [tree, level, chosen]);
  const max = useMemo(
    () => (tree === null || mesh === null || nodes.length === 0 ? null : maxSlack(tree, mesh, nodes)),
    [tree, mesh, nodes],
  );
  const units = unitsOf(store, store.activeDocument.value);
  if (tree === null || !hasGrid(tree) || (max === null && !exact)) return null;
  return (
    <div class="floating view-bar" data-testid="slack">
      {max !== null && (
        <span
          class="slack-most"
          data-testid="level-slack"
          title="Max distance from a side of a drawn box to the exact box of its triangles"
        >
          Max slack {withLengthSign(formatNumber(shownLength(units, max), 3), units)}
        </span>
      )}
      {exact && (
        <NumberField
          label="Slack exaggeration"
          caption="exaggeration ×"
          value={slack}
          min={1}
          max={10_000}
          initial={1}
          testId="slack-times"
          onPreview={(value) => previewDisplay(store, { slack: value })}
          onCommit={(value) => setDisplay(store, `Slack exaggeration ${value}`, { slack: value })}
          onRevert={() => revertPreview(store)}
        />
      )}
    </div>
  );
}

/** Returns the drawn boxes: those of a level, and those on the path to the selected node; none of either where `null`. */
function drawnNodes(tree: Tree, level: number | null, chosen: number | null): readonly number[] {
  const ofLevel = level === null ? [] : [...nodesAtLevel(tree, level)];
  return chosen === null || chosen >= tree.nodeCount ? ofLevel : [...ofLevel, ...nodePath(tree, chosen)];
}

/** Returns the largest slack of a side of these boxes, mesh units. */
function maxSlack(tree: Tree, mesh: TriangleMesh, nodes: readonly number[]): number {
  return nodes.reduce((max, node) => Math.max(max, ...nodeSlack(tree, mesh, node)), 0);
}
