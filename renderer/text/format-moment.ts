const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns a time of this machine's clock, which stays true however long it is shown: `28 Nov 2026, 09:05`. */
export function formatMoment(milliseconds: number): string {
  const time = new Date(milliseconds);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${time.getDate()} ${months[time.getMonth()]!} ${time.getFullYear()}, ${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}
