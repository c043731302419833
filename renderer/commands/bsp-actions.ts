import type { BspOptions } from '#core/options';
import type { BspLook } from '../state/bsp/bsp-state.ts';
import { type Store, writable } from '../state/store/store.ts';

/** Changes what is drawn of the BSP tree. */
export function setBspLook(store: Store, change: Partial<BspLook>): void {
  const { bsp } = writable(store);
  bsp.value = { ...bsp.peek(), look: { ...bsp.peek().look, ...change } };
}

/** Changes the options of the next BSP tree. */
export function setBspOptions(store: Store, change: Partial<BspOptions>): void {
  const { bsp } = writable(store);
  bsp.value = { ...bsp.peek(), options: { ...bsp.peek().options, ...change } };
}
