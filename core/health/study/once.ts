/** The same function, which finds its answer at the first call and keeps it: arguments of later calls mean nothing. */
export function once<Args extends readonly unknown[], Value>(find: (...args: Args) => Value): (...args: Args) => Value {
  let known: { readonly value: Value } | null = null;
  return (...args) => (known ??= { value: find(...args) }).value;
}
