import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { nodePath, type Tree } from '#core/tree';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { pathLeftOut } from './path-left-out.ts';

interface PathBarProps {
  readonly tree: Tree;
  /** The selected node; `null` for none. */
  readonly node: number | null;
  /** Shown without a selected node. */
  readonly hint: string;
  readonly onChoose: (node: number) => void;
  readonly onHover: (node: number | null) => void;
}

/** The nodes from the root to the selected node, each a button that selects it. Of a long path, an ellipsis leads to the nodes that have no room. */
export function PathBar({ tree, node, hint, onChoose, onHover }: PathBarProps): JSX.Element {
  const path = useMemo(() => (node === null || node >= tree.nodeCount ? [] : nodePath(tree, node)), [tree, node]);
  const list = useRef<HTMLOListElement>(null);
  const leftOut = useLeftOut(list, path);
  if (path.length === 0)
    return (
      <div class="panel-foot hierarchy-hint">
        <Icon name="info" small />
        {hint}
      </div>
    );
  const steps = path.map((ancestor, depth) => (
    <li key={ancestor} data-step hidden={depth > 0 && depth <= leftOut}>
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
  ));
  return (
    <nav class="panel-foot path-bar" aria-label="Path to selected node" data-testid="node-path" onPointerLeave={() => onHover(null)}>
      <ol ref={list}>
        {steps[0]}
        <Ellipsis path={path} leftOut={leftOut} onChoose={onChoose} onHover={onHover} />
        {steps.slice(1)}
      </ol>
    </nav>
  );
}

/** Leads to the deepest node that is left out. */
function Ellipsis({
  path,
  leftOut,
  onChoose,
  onHover,
}: Pick<PathBarProps, 'onChoose' | 'onHover'> & { readonly path: readonly number[]; readonly leftOut: number }): JSX.Element {
  const deepest = path[leftOut] ?? 0;
  const title = `Node ${formatCount(deepest)}, depth ${leftOut}${leftOut > 1 ? `, the last of ${formatMany(leftOut, 'node')} that do not fit` : ''}`;
  return (
    <li hidden={leftOut === 0} data-ellipsis>
      <button type="button" title={title} aria-label={title} onClick={() => onChoose(deepest)} onPointerEnter={() => onHover(deepest)}>
        …
      </button>
    </li>
  );
}

/** Returns how many nodes after the root have no room in their list, also after it has another width. */
function useLeftOut(list: RefObject<HTMLOListElement | null>, path: readonly number[]): number {
  const [leftOut, setLeftOut] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const fit = (): void => setLeftOut(fittingIn(element));
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, path]);
  return leftOut;
}

/** Measures all steps, those that are hidden too. */
function fittingIn(element: HTMLElement): number {
  element.classList.add('measured');
  const widthOf = (step: Element): number => step.getBoundingClientRect().width;
  const widths = [...element.querySelectorAll('[data-step]')].map(widthOf);
  const leftOut = pathLeftOut(widths, widthOf(element.querySelector('[data-ellipsis]')!), element.clientWidth);
  element.classList.remove('measured');
  return leftOut;
}
