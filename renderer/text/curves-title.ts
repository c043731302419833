import { type ContactCurves, curveKinds } from '#core/pair';

/** Returns the title of contact curves: `Contact curves`, and whether the surfaces touch along all or some of them. */
export function curvesTitle({ kinds }: ContactCurves): string {
  const isCrossing = (kind: number): boolean => curveKinds[kind] === 'crossing';
  if (kinds.every(isCrossing)) return 'Contact curves';
  return kinds.some(isCrossing) ? 'Contact curves, crossing and touching' : 'Contact curves, touching';
}
