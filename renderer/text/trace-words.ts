import { actionOf, type Trace, type TraceAction } from '#core/query';

/** The state that a step gives to its node or triangle, as one word. */
const words: Readonly<Record<TraceAction, string>> = {
  push: 'reached',
  cull: 'culled',
  open: 'opened',
  leaf: 'leaf',
  skip: 'skipped',
  miss: 'miss',
  hit: 'hit',
  best: 'best',
};

export function actionWords(trace: Trace, step: number): string {
  return words[actionOf(trace, step)];
}
