import type { ReadonlySignal, Signal } from '@preact/signals-core';

/** One signal for each value, by name. */
export type ReadonlySignals<Values> = { readonly [Name in keyof Values]: ReadonlySignal<Values[Name]> };
export type WritableSignals<Values> = { readonly [Name in keyof Values]: Signal<Values[Name]> };
