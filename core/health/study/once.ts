/** Returns a function that computes its value at the first call and then returns the same value. Later arguments are ignored. */
export function once<Args extends readonly unknown[], Value>(find: (...args: Args) => Value): (...args: Args) => Value {
  let known: { readonly value: Value } | null = null;
  return (...args) => (known ??= { value: find(...args) }).value;
}
