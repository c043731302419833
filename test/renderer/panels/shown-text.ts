import type { ComponentChildren, VNode } from 'preact';

/** Returns the text that a panel without hooks shows, with a space between its elements. It needs no page. */
export function shownText(content: ComponentChildren): string {
  return pieces(content).join(' ').replace(/\s+/g, ' ').trim();
}

function pieces(content: ComponentChildren): readonly string[] {
  if (content === null || content === undefined || typeof content === 'boolean') return [];
  if (Array.isArray(content)) return (content as readonly ComponentChildren[]).flatMap(pieces);
  if (typeof content !== 'object') return [String(content)];
  const { type, props } = content as VNode<{ children?: ComponentChildren }>;
  if (typeof type !== 'function') return pieces(props.children);
  return pieces((type as (given: typeof props) => ComponentChildren)(props));
}
