import type { App } from '../app.ts';
import { numberedItems, type PaletteGroup, type PaletteItem } from './palette-items.ts';
import { rankItems, type Ranges } from './rank-items.ts';

const maxShown = 60;
const maxRecent = 8;

/** An item as the palette lists it. */
export interface FoundItem {
  readonly item: PaletteItem;
  /** Under which name it is listed: an item that was used lately is under `Recent` while nothing is typed. */
  readonly group: PaletteGroup;
  readonly ranges: Ranges;
}

export interface FoundItems {
  readonly shown: readonly FoundItem[];
  /** Number of found items beyond those. */
  readonly more: number;
}

/**
 * Returns the items for a query, best first, and of equal rank those that can run now. Without a query: the recent items, then the commands that can
 * run now.
 */
export function foundItems(app: App, named: readonly PaletteItem[], query: string): FoundItems {
  const found = query.trim() === '' ? withoutQuery(app, named) : withQuery(app, named, query);
  return { shown: found.slice(0, maxShown), more: Math.max(0, found.length - maxShown) };
}

/** Runs an item and remembers it as the newest. */
export function runItem({ shell }: App, item: PaletteItem): void {
  shell.recent.value = [item.key, ...shell.recent.peek().filter((key) => key !== item.key)].slice(0, maxRecent);
  item.run();
}

function withoutQuery({ shell }: App, named: readonly PaletteItem[]): FoundItem[] {
  const canRun = named.filter(({ whyNot }) => whyNot === null);
  const recent = shell.recent.peek().flatMap((key) => canRun.filter((item) => item.key === key));
  const others = canRun.filter((item) => item.group === 'Commands' && !recent.includes(item));
  return [
    ...recent.map((item) => ({ item, group: 'Recent' as const, ranges: [] })),
    ...others.map((item) => ({ item, group: item.group, ranges: [] })),
  ];
}

function withQuery(app: App, named: readonly PaletteItem[], query: string): FoundItem[] {
  const numbered = numberedItems(app, query).map((item) => ({ item, ranges: [] }));
  const ranked = rankItems(named, query);
  const found = [...numbered, ...ranked].map(({ item, ranges }) => ({ item, group: item.group, ranges }));
  return [...found.filter(({ item }) => item.whyNot === null), ...found.filter(({ item }) => item.whyNot !== null)];
}
