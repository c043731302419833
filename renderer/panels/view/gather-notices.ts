import type { Notice } from '../../state/store/store.ts';

/** What is shown of the notices: most of them by themselves, many errors as the newest and one line. */
export interface GatheredNotices {
  readonly shown: readonly Notice[];
  /** Older errors that one line stands for; 0 for none. */
  readonly gathered: number;
}

/** More cards than these would cover the view. */
const maxShown = 3;

/** Up to three notices as they are, the newest last; of more, the errors before the newest become one line, and the log has them all. */
export function gatherNotices(notices: readonly Notice[]): GatheredNotices {
  const errors = notices.filter(({ kind }) => kind === 'error');
  if (errors.length <= maxShown) return { shown: notices.slice(-maxShown), gathered: 0 };
  const newest = errors.at(-1)!;
  const others = notices.filter(({ kind }) => kind !== 'error').slice(-1);
  return { shown: notices.filter((notice) => notice === newest || others.includes(notice)), gathered: errors.length - 1 };
}
