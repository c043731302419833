import type { BspOptions } from '#core/options';
import type { BspLook, BspRoute } from '../state/bsp/bsp-state.ts';
import { type Store, writable } from '../state/store/store.ts';

/** Changes what is drawn of the BSP tree. */
export function setBspLook(store: Store, change: Partial<BspLook>): void {
  const { bsp } = writable(store);
  bsp.value = { ...bsp.peek(), look: { ...bsp.peek().look, ...change } };
}

/** Changes the moving object. How it was followed is no longer valid. */
export function setBspRoute(store: Store, change: Partial<BspRoute>): void {
  const { bsp } = writable(store);
  bsp.value = { ...bsp.peek(), route: { ...bsp.peek().route, followed: null, problem: null, ...change } };
}

/** Changes the options of the next BSP tree. */
export function setBspOptions(store: Store, change: Partial<BspOptions>): void {
  const { bsp } = writable(store);
  bsp.value = { ...bsp.peek(), options: { ...bsp.peek().options, ...change } };
}
