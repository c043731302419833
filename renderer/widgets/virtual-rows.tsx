import { Virtualizer, observeElementRect, type Rect } from '@tanstack/virtual-core';
import type { CSSProperties, JSX, TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { ListMemory } from '../state/nodes/list-memory.ts';
import { rowHeight } from './measures.ts';
import { scaledScroll } from './scaled-scroll.ts';

interface VirtualRowsProps {
  readonly count: number;
  /** Draws one row; `style` places it and must be passed on. */
  readonly row: (index: number, style: CSSProperties) => VNode;
  /** A row to scroll to; scrolls when `serial` changes. */
  readonly reveal?: { readonly index: number; readonly serial: number } | null;
  readonly role: 'tree' | 'grid';
  /** A row that stays on top while the others scroll. */
  readonly head?: VNode;
  readonly label: string;
  readonly testId?: string;
  /** The row that the keyboard is on, and its `id`. */
  readonly active?: { readonly index: number; readonly id: string } | null;
  /** Keeps the place of a list that is not always mounted. */
  readonly memory?: Pick<ListMemory, 'offset'> | undefined;
  /** Receives the element, to move the focus to it. */
  readonly elementRef?: (element: HTMLElement | null) => void;
  readonly onKeyDown?: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  readonly onPointerLeave?: () => void;
}

/** A list of rows of equal height that renders only the visible ones. For lists of any length, see `scaledScroll`. */
export function VirtualRows(props: VirtualRowsProps): JSX.Element {
  const { count, row, reveal = null, role, head, label, testId, active = null, onKeyDown, onPointerLeave } = props;
  const element = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const counted = useRef(count);
  counted.current = count;
  const [list] = useState(() =>
    createList({ element, count: counted, headHeight: head === undefined ? 0 : rowHeight, place: props.memory ?? { offset: 0 } }, () =>
      redraw(undefined),
    ),
  );
  const isRestored = useRef((props.memory?.offset ?? 0) > 0);

  list.setCount(count);
  useLayoutEffect(() => list.mount(), [list]);
  useLayoutEffect(() => list.update());
  useEffect(() => {
    // The first time the list is where it was left.
    if (reveal !== null && !isRestored.current) list.reveal(reveal.index);
    isRestored.current = false;
  }, [list, reveal?.serial]);

  const { elementHeight, shift } = list.layout();
  const items = list.items();
  return (
    <div
      ref={(shown) => {
        element.current = shown;
        props.elementRef?.(shown);
      }}
      class="rows"
      role={role}
      aria-label={label}
      aria-rowcount={role === 'grid' ? count + (head === undefined ? 0 : 1) : undefined}
      aria-activedescendant={items.some(({ index }) => index === active?.index) ? active?.id : undefined}
      tabIndex={0}
      data-testid={testId}
      onKeyDown={onKeyDown}
      onPointerLeave={onPointerLeave}
    >
      {head}
      <div class="rows-space" role="presentation" style={{ height: `${elementHeight}px` }}>
        {items.map(({ index, start }) => row(index, { transform: `translateY(${start + shift}px)` }))}
      </div>
    </div>
  );
}

interface Current<T> {
  readonly current: T;
}

interface ListInput {
  readonly element: Current<HTMLDivElement | null>;
  readonly count: Current<number>;
  readonly headHeight: number;
  /** Offset of the list, exact even where the scroll bar is rounded. */
  readonly place: Pick<ListMemory, 'offset'>;
}

/** Connects the virtualizer to an element whose scroll bar may stand for a longer list. */
function createList({ element, count, headHeight, place }: ListInput, redraw: () => void) {
  /** 0 while the list is hidden, as in a tab behind another. */
  let viewHeight = 0;
  /** A row to scroll to when the list is visible again. */
  let awaited: number | null = null;
  let reportOffset: (offset: number, isScrolling: boolean) => void = () => {};
  const scaled = (): ReturnType<typeof scaledScroll> => scaledScroll(count.current * rowHeight, viewHeight);

  /** Not the virtualizer's own: that one stops at the end of the element, and a scaled list goes on. */
  const scrollTo = (offset: number): void => {
    place.offset = Math.min(Math.max(0, offset), Math.max(0, count.current * rowHeight - viewHeight));
    if (element.current !== null) element.current.scrollTop = place.offset / scaled().scale;
    reportOffset(place.offset, false);
  };
  /** Leaves a visible row in place, and scrolls another to the middle. */
  const reveal = (index: number): void => {
    if (viewHeight === 0) {
      awaited = index;
      return;
    }
    const start = index * rowHeight;
    if (start >= place.offset && start + rowHeight <= place.offset + viewHeight) return;
    scrollTo(start - (viewHeight - rowHeight) / 2);
  };
  const virtualizer: Virtualizer<HTMLDivElement, Element> = new Virtualizer({
    count: count.current,
    getScrollElement: () => element.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect: Rect) => {
        // Rows have no room below the head: the list begins under it.
        const wasHidden = viewHeight === 0;
        viewHeight = Math.max(0, rect.height - headHeight);
        report({ ...rect, height: viewHeight });
        if (!wasHidden || viewHeight === 0) return;
        // A hidden element forgets its scroll position.
        scrollTo(place.offset);
        if (awaited !== null) reveal(awaited);
        awaited = null;
      }),
    observeElementOffset: (instance, report) => {
      const scroller = instance.scrollElement;
      if (scroller === null) return;
      const onScroll = (): void => {
        const { scale } = scaled();
        // Our own write to the scroll bar is rounded to pixels: the exact offset stays.
        if (Math.abs(scroller.scrollTop * scale - place.offset) >= scale) place.offset = scroller.scrollTop * scale;
        if (scale === 1) place.offset = scroller.scrollTop;
        report(place.offset, false);
      };
      // A wheel moves by rows on screen, not by shares of a list of millions.
      const onWheel = (event: WheelEvent): void => {
        const { scale } = scaled();
        if (scale === 1 || event.ctrlKey) return;
        event.preventDefault();
        scrollTo(place.offset + event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? rowHeight : 1));
      };
      reportOffset = report;
      scroller.addEventListener('scroll', onScroll, { passive: true });
      scroller.addEventListener('wheel', onWheel, { passive: false });
      report(place.offset, false);
      return () => {
        scroller.removeEventListener('scroll', onScroll);
        scroller.removeEventListener('wheel', onWheel);
      };
    },
    scrollToFn: (offset) => {
      if (element.current === null) return;
      place.offset = offset;
      element.current.scrollTop = offset / scaled().scale;
    },
    onChange: redraw,
  });

  return {
    setCount(now: number): void {
      if (now !== virtualizer.options.count) virtualizer.setOptions({ ...virtualizer.options, count: now });
    },
    mount: () => virtualizer._didMount(),
    update: () => virtualizer._willUpdate(),
    items: () => virtualizer.getVirtualItems(),
    /** `shift` moves a list offset to its position in the element. */
    layout(): { readonly elementHeight: number; readonly shift: number } {
      const { elementHeight, scale } = scaled();
      return { elementHeight, shift: scale === 1 ? 0 : place.offset / scale - place.offset };
    },
    reveal,
  };
}
