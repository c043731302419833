import { formatError, type InspectorErrorData } from '#core/error';
import { printable } from './columns.ts';

/** Returns an error as one line for standard error; it may quote text of a file. */
export function errorLine(error: InspectorErrorData): string {
  return `boxwood: ${printable(formatError(error))}\n`;
}
