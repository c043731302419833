import type { PanelId } from './panel-list.tsx';

/** Panels that share one area, as tabs. */
export const tabGroups = {
  right: ['tree', 'display', 'checks'],
  bottom: [
    'hits',
    'touches',
    'probe',
    'contacts',
    'loops',
    'motion',
    'trace',
    'scene',
    'compare',
    'separation',
    'colliders',
    'bsp',
    'deform',
    'findings',
    'changes',
    'history',
    'log',
  ],
} as const satisfies Record<string, readonly PanelId[]>;

export type TabGroup = keyof typeof tabGroups;
