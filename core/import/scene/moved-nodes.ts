import type { AnimatedNode, Clip } from '../../mesh/animation/scene-animation.ts';

/** Returns for each node whether a channel of any clip moves it or one of its ancestors. */
export function movedNodes(nodes: readonly AnimatedNode[], clips: readonly Clip[]): readonly boolean[] {
  const moved = nodes.map(() => false);
  for (const { channels } of clips) for (const { node, path } of channels) if (path !== 'weights') moved[node] = true;
  nodes.forEach(({ parent }, i) => (moved[i] ||= parent >= 0 && moved[parent]));
  return moved;
}
