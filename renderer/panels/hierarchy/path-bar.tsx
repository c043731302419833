import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { nodePath, type Tree } from '#core/tree';
import { formatCount } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';

interface PathBarProps {
  readonly tree: Tree;
  /** The selected node; `null` for none. */
  readonly node: number | null;
  readonly onChoose: (node: number) => void;
  readonly onHover: (node: number | null) => void;
}

/** The nodes from the root to the selected node, each a button that selects it. A long path scrolls and shows its end. */
export function PathBar({ tree, node, onChoose, onHover }: PathBarProps): JSX.Element {
  const path = useMemo(() => (node === null || node >= tree.nodeCount ? [] : nodePath(tree, node)), [tree, node]);
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollLeft = list.current.scrollWidth;
  }, [path]);
  if (path.length === 0)
    return (
      <div class="panel-foot">
        <Icon name="info" small />
        Click selects a node, double-click frames it
      </div>
    );
  return (
    <nav class="panel-foot path-bar" aria-label="Path to selected node" data-testid="node-path" onPointerLeave={() => onHover(null)}>
      <ol ref={list}>
        {path.map((ancestor, depth) => (
          <li key={ancestor}>
            <button
              type="button"
              aria-current={ancestor === node ? 'true' : undefined}
              title={`Node ${formatCount(ancestor)}, depth ${depth}`}
              onClick={() => onChoose(ancestor)}
              onPointerEnter={() => onHover(ancestor)}
            >
              {formatCount(ancestor)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
