import { InspectorError } from './error.ts';

/** The error of work that somebody stopped. */
export function cancelledError(): InspectorError {
  return new InspectorError({ code: 'cancelled', message: 'Cancelled', fix: 'Start it again when wanted', location: {} });
}
