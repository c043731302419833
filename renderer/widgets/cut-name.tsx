import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Characters of the end that stay; of a short name half of them. */
const tailLength = 12;

/**
 * A name that is cut in its middle where it has no room: long names differ at their end. It shrinks in a flex container, and the element around it has the tooltip.
 * The end is drawn by the style sheet, so that text and accessible name stay the whole name.
 */
export function CutName({ name }: { name: string }): JSX.Element {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => followRoom(element.current!), [name]);
  return (
    <span ref={element} class="cut-name" data-tail={tailOf(name)}>
      <span>{name}</span>
    </span>
  );
}

/** Marks a name as cut while its text is wider than its room. */
function followRoom(element: HTMLElement): () => void {
  const text = element.firstElementChild!;
  const observer = new ResizeObserver(() => element.toggleAttribute('data-cut', text.scrollWidth > element.clientWidth + 1));
  observer.observe(element);
  return () => observer.disconnect();
}

/** Returns the end of a name that stays, by whole characters. */
export function tailOf(name: string): string {
  const characters = Array.from(name);
  return characters.slice(characters.length - Math.min(tailLength, Math.floor(characters.length / 2))).join('');
}
