import { formatMany } from './format-number.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns how long ago a time was: `just now`, `5 minutes ago`, `3 hours ago`, `2 days ago`. */
export function formatAge(milliseconds: number): string {
  if (milliseconds < minute) return 'just now';
  if (milliseconds < hour) return `${formatMany(Math.floor(milliseconds / minute), 'minute')} ago`;
  if (milliseconds < day) return `${formatMany(Math.floor(milliseconds / hour), 'hour')} ago`;
  return `${formatMany(Math.floor(milliseconds / day), 'day')} ago`;
}
