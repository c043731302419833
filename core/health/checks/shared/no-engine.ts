/** Why the checks of an engine are off. */
export const noEngine = { by: 'engine', at: 'none', reason: 'The engine option is None' } as const;
