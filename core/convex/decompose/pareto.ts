/** What a collider costs and how far it is from the mesh. */
export interface CostAndError {
  readonly cost: number;
  readonly error: number;
}

/**
 * Returns for each entry whether no other one is as good in both and better in one. Of equal entries the first counts. An entry whose error is
 * not finite is never one of them.
 */
export function paretoFront(entries: readonly CostAndError[]): readonly boolean[] {
  return entries.map(({ cost, error }, i) => {
    if (!Number.isFinite(error)) return false;
    return !entries.some((other, j) => other.cost <= cost && other.error <= error && (other.cost < cost || other.error < error || j < i));
  });
}
