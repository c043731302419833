import { InspectorError } from './error.ts';

/** Returns the error of cancelled work. */
export function cancelledError(): InspectorError {
  return new InspectorError({ code: 'cancelled', message: 'Cancelled', fix: 'Start it again if needed', location: {} });
}
