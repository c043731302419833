import type { Notice } from '../../state/store/store.ts';

/** The notices on screen: single cards, and one line for many older errors. */
export interface GatheredNotices {
  readonly shown: readonly Notice[];
  /** Number of older errors that the line stands for; 0 for none. */
  readonly gathered: number;
}

/** More cards would cover the view. */
const maxShown = 3;

/**
 * Returns up to three notices as they are, the newest last. Of more errors, all but the newest are gathered in one line; the log has them
 * all.
 */
export function gatherNotices(notices: readonly Notice[]): GatheredNotices {
  const errors = notices.filter(({ kind }) => kind === 'error');
  if (errors.length <= maxShown) return { shown: notices.slice(-maxShown), gathered: 0 };
  const newest = errors.at(-1)!;
  const others = notices.filter(({ kind }) => kind !== 'error').slice(-1);
  return { shown: notices.filter((notice) => notice === newest || others.includes(notice)), gathered: errors.length - 1 };
}
