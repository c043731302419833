import type { InspectorErrorData } from '#core/error';

/** Commands that make hulls within a limit, as fixes name them. */
const hullCommands = /boxwood convex hull --max-(vertices|faces)(?: (\d+))?, or boxwood decompose(?: --max-vertices(?: \d+)?)?/;

/** Returns an error with a fix that names what the app can do in place of commands. Other errors stay as they are. */
export function inAppWords(error: InspectorErrorData): InspectorErrorData {
  const fix = error.fix.replace(hullCommands, (_, what: string, max?: string) => {
    const limit = max === undefined ? `Max ${what}` : `Max ${what} ${max}`;
    return `make a collider in the Colliders panel, method Convex hull, for each part, with ${limit}, and bake that`;
  });
  return fix === error.fix ? error : { ...error, fix };
}
