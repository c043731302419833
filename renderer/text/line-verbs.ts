import type { ContactCurves } from '#core/pair/contact/contact-curves';
import { curveKinds } from '#core/pair/contact/segment-kinds';

/** What the surfaces do along the lines of their contacts: `cross`, `touch`, or `cross and touch`. */
export function lineVerbs({ kinds }: ContactCurves): 'cross' | 'touch' | 'cross and touch' {
  const isCrossing = (kind: number): boolean => curveKinds[kind] === 'crossing';
  if (!kinds.some(isCrossing)) return 'touch';
  return kinds.every(isCrossing) ? 'cross' : 'cross and touch';
}
