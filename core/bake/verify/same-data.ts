/** Whether plain data are the same, whatever the order of members; those that are `undefined` are not there. */
export function sameData(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const one = new Map(Object.entries(a).filter(([, value]) => value !== undefined));
  const other = Object.entries(b).filter(([, value]) => value !== undefined);
  return one.size === other.length && other.every(([name, value]) => one.has(name) && sameData(one.get(name), value));
}
