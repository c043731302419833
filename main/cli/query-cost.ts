import { many, measured } from '../terminal/columns.ts';

/** The cost of a query. */
interface QueryCost {
  readonly nodesVisited: number;
  readonly trianglesTested: number;
  /** Median of warm calls. */
  readonly microseconds: number;
}

/** Returns the cost of a query as the last line of its report. `detail` follows the number of nodes. */
export function queryCostText({ nodesVisited, trianglesTested, microseconds }: QueryCost, detail = ''): string {
  const work = `${many(nodesVisited, 'node')} visited${detail}, ${many(trianglesTested, 'triangle')} tested`;
  return `  ${work}, ${measured(microseconds)} µs (median of warm calls)\n`;
}
