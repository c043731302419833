import type { CSSProperties, JSX } from 'preact';
import { isLeaf, nodeRange } from '#core/tree';
import type { FetchedTree } from '../../state/store/records.ts';
import { depthColour } from '../../scene/depth-colour.ts';
import { formatCount, formatNumber, formatPercent } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { boxSizeText } from './box-size.ts';
import { shownSides } from './volume-sides.ts';
import { type ShownUnit } from '../../text/shown-unit.ts';

/** Indent per level in pixels, and that of the levels below `wideLevels`: very deep rows stay within reach of the scroll bar. */
const indent = 4;
const deepIndent = 2;
const wideLevels = 8;

/** Returns the indent of a row at a depth, in pixels. */
export function indentOf(depth: number): number {
  return indent * Math.min(depth, wideLevels) + deepIndent * Math.max(0, depth - wideLevels);
}

interface HierarchyRowProps {
  readonly tree: FetchedTree;
  readonly units: ShownUnit;
  readonly node: number;
  readonly depth: number;
  readonly open: boolean;
  readonly chosen: boolean;
  readonly hovered: boolean;
  readonly style: CSSProperties;
  readonly onChoose: () => void;
  readonly onFrame: () => void;
  readonly onHover: () => void;
  /** `below` toggles everything under the node too. */
  readonly onToggle: (below: boolean) => void;
}

export function HierarchyRow(props: HierarchyRowProps): JSX.Element {
  const { tree: loaded, units, node, depth, open, chosen, hovered, style, onChoose, onFrame, onHover, onToggle } = props;
  const { tree, costShares } = loaded;
  const leaf = isLeaf(tree, node);
  const share = costShares[node] ?? 0;
  const size = shownSides(tree, node, units);
  return (
    <div
      id={`node-${node}`}
      class={`row node${chosen ? ' selected' : ''}${hovered ? ' hovered' : ''}`}
      style={style}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={chosen}
      aria-expanded={leaf ? undefined : open}
      data-node={node}
      onClick={onChoose}
      onDblClick={onFrame}
      onPointerEnter={onHover}
    >
      <span class="label" style={{ paddingLeft: `${indentOf(depth)}px` }}>
        <span
          class="twisty"
          title={leaf ? undefined : 'Shift-click expands all levels'}
          onClick={(event) => {
            if (leaf) return;
            event.stopPropagation();
            onToggle(event.shiftKey);
          }}
          onDblClick={(event) => event.stopPropagation()}
        >
          {!leaf && <Icon name={open ? 'open' : 'closed'} small />}
        </span>
        <span class="swatch" style={{ background: depthColour(depth, tree.depth) }} />
        <span>{formatCount(node)}</span>
      </span>
      <span class="box" title={size.map((side) => formatNumber(side)).join(' × ')}>
        {boxSizeText(size)}
      </span>
      <span class="right">{formatCount(nodeRange(tree, node).count)}</span>
      <span class="share">
        <span class="bar" aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
        <span>{formatPercent(share)}</span>
      </span>
    </div>
  );
}
