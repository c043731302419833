/** Whether two plain values are equal. The order of members does not matter; members with the value `undefined` count as missing. */
export function sameData(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const one = new Map(Object.entries(a).filter(([, value]) => value !== undefined));
  const other = Object.entries(b).filter(([, value]) => value !== undefined);
  return one.size === other.length && other.every(([name, value]) => one.has(name) && sameData(one.get(name), value));
}
