import { noLoop } from '#core/pair/loop-table';
import type { Selection } from '../../state/records.ts';
import { contactIndex, loopIndex, type PairMeeting, type PairOutcome } from '../../state/pair-query.ts';

/** An answer whose contacts are known. */
export interface MetOutcome extends PairOutcome {
  readonly meeting: PairMeeting;
}

/**
 * The contact that a thing chosen in a list or in the view brings into sight: its own; the first along a loop; of a
 * triangle of either mesh the first. `null` for what takes no part in it.
 */
export function contactOf(outcome: MetOutcome, thing: Selection | null): number | null {
  switch (thing?.kind) {
    case 'contact':
      return contactIndex(outcome, thing.a, thing.b);
    case 'loop': {
      const loop = loopIndex(outcome, thing.a, thing.b);
      return loop === null ? null : firstContact(outcome.meeting, loop);
    }
    case 'triangle':
      return firstOfTriangle(outcome, thing.document, thing.triangle);
    default:
      return null;
  }
}

/** The loop that a thing brings into sight: its own, or the first through its contact or through its triangle's contacts. */
export function loopOf(outcome: MetOutcome, thing: Selection | null): number | null {
  switch (thing?.kind) {
    case 'contact':
    case 'loop':
      return loopIndex(outcome, thing.a, thing.b);
    case 'triangle': {
      const { loopOfContact } = outcome.meeting;
      const isOfTriangle = ofTriangle(outcome, thing.document, thing.triangle);
      const contact = isOfTriangle === null ? -1 : loopOfContact.findIndex((loop, i) => loop !== noLoop && isOfTriangle(i));
      return contact < 0 ? null : loopOfContact[contact]!;
    }
    default:
      return null;
  }
}

/** Whether a contact takes part in a thing: is it, lies on its loop, or is one of its triangle's. */
export function contactsIn(outcome: MetOutcome, thing: Selection | null): (contact: number) => boolean {
  switch (thing?.kind) {
    case 'contact': {
      const index = contactIndex(outcome, thing.a, thing.b);
      return (contact) => contact === index;
    }
    case 'loop': {
      const loop = loopIndex(outcome, thing.a, thing.b);
      return (contact) => loop !== null && outcome.meeting.loopOfContact[contact] === loop;
    }
    case 'triangle':
      return ofTriangle(outcome, thing.document, thing.triangle) ?? none;
    default:
      return none;
  }
}

/** The first contact along a loop. */
export function firstContact({ loops }: PairMeeting, loop: number): number {
  return loops.segments[loops.firstSegment[loop]!]!;
}

function firstOfTriangle(outcome: MetOutcome, document: number, triangle: number): number | null {
  const isOfTriangle = ofTriangle(outcome, document, triangle);
  if (isOfTriangle === null) return null;
  const contact = outcome.meeting.contacts.kinds.findIndex((_, i) => isOfTriangle(i));
  return contact < 0 ? null : contact;
}

/** Which contacts are a triangle's; `null` for one of neither mesh. */
function ofTriangle({ input, meeting }: MetOutcome, document: number, triangle: number): ((contact: number) => boolean) | null {
  const side = document === input.still ? 0 : document === input.document ? 1 : null;
  const { pairs } = meeting.contacts;
  return side === null ? null : (contact) => pairs[2 * contact + side] === triangle;
}

function none(): boolean {
  return false;
}
