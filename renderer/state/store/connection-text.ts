import type { Connection } from '#host-api';

/** Messages about a missing connection. */
export const connectionText: Readonly<Record<Exclude<Connection, 'open' | 'opening'>, string>> = {
  lost: 'The connection to Boxwood is gone; loaded meshes stay visible. Trying again.',
  restarted: 'Boxwood was restarted: open the address that it printed. Loaded meshes stay visible.',
};
