import { elementWords } from '#core/health';
import type { Display, Scene } from '../store/records.ts';
import type { FindingName, ShownFinding } from './findings.ts';
import type { DocumentFindings } from './health-query.ts';

/** With more elements than this only one kind of findings is marked: all of them would cover the mesh. */
export const maxMarkedElements = 1500;

type Choice = Pick<Display, 'hiddenKinds' | 'shownKinds'>;

/**
 * Returns the kinds of findings that are marked in the view: all that the user has not hidden. If there are many elements, only the kind that
 * was selected last, or the first one, and those that the user has switched on.
 */
export function markedKinds({ open }: DocumentFindings, choice: Choice, chosen: Scene['chosenKind']): ReadonlySet<FindingName> {
  const drawn = open.filter(isDrawable);
  const isMany = drawn.reduce((sum, finding) => sum + elementCount(finding), 0) > maxMarkedElements;
  const one = drawn.some(({ name }) => name === chosen) ? chosen : drawn[0]?.name;
  const isMarked = (name: FindingName): boolean =>
    !choice.hiddenKinds.has(name) && (!isMany || name === one || choice.shownKinds.has(name));
  return new Set(drawn.map(({ name }) => name).filter(isMarked));
}

/** Whether a finding has elements in the view. */
export function isDrawable({ elements }: ShownFinding): boolean {
  return elements !== null && elements.words.length > 0;
}

function elementCount({ elements }: ShownFinding): number {
  return elements === null ? 0 : elements.words.length / elementWords[elements.kind];
}
