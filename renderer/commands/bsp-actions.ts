import type { BspOptions } from '#core/options';
import type { BspLook, BspRoute } from '../state/bsp/bsp-state.ts';
import { type Store, writable } from '../state/store/store.ts';

/** Changes what is drawn of the BSP tree. */
export function setBspLook(store: Store, change: Partial<BspLook>): void {
  const { bsp } = writable(store);
  bsp.value = { ...bsp.peek(), look: { ...bsp.peek().look, ...change } };
}

/** Changes the moving object. How it was followed, and what its start sees, are no longer valid. */
export function setBspRoute(store: Store, change: Partial<BspRoute>): void {
  const { bsp } = writable(store);
  const { route, seen } = bsp.peek();
  bsp.value = {
    ...bsp.peek(),
    route: { ...route, followed: null, problem: null, ...change },
    seen: change.from === undefined ? seen : null,
  };
}

/** Changes the options of the next BSP tree. */
export function setBspOptions(store: Store, change: Partial<BspOptions>): void {
  const { bsp } = writable(store);
  bsp.value = { ...bsp.peek(), options: { ...bsp.peek().options, ...change } };
}
