import { noCurve } from '#core/pair';
import type { Selection } from '../../state/store/records.ts';
import { contactIndex, contactsOfTriangle, loopIndex, type PairContacts, type PairOutcome } from '../../state/pair/pair-query.ts';

/** An outcome whose contacts are known. */
export interface ContactOutcome extends PairOutcome {
  readonly pairContacts: PairContacts;
}

/**
 * Returns the contact that a selection brings into view: its own, the first along a loop, or the first of a triangle of either mesh.
 * `null` for a selection without contact.
 */
export function contactOf(outcome: ContactOutcome, thing: Selection | null): number | null {
  switch (thing?.kind) {
    case 'contact':
      return contactIndex(outcome, thing.a, thing.b);
    case 'loop': {
      const loop = loopIndex(outcome, thing.a, thing.b);
      return loop === null ? null : firstContact(outcome.pairContacts, loop);
    }
    case 'triangle':
      return ofTriangle(outcome, thing.document, thing.triangle)[0] ?? null;
    default:
      return null;
  }
}

/** Returns the loop that a selection brings into view: its own, or the first through its contact or through its triangle's contacts. */
export function loopOf(outcome: ContactOutcome, thing: Selection | null): number | null {
  switch (thing?.kind) {
    case 'contact':
    case 'loop':
      return loopIndex(outcome, thing.a, thing.b);
    case 'triangle': {
      const { loopOfContact } = outcome.pairContacts;
      const contact = ofTriangle(outcome, thing.document, thing.triangle).find((own) => loopOfContact[own] !== noCurve);
      return contact === undefined ? null : loopOfContact[contact]!;
    }
    default:
      return null;
  }
}

/** Returns the selection of a loop: its first contact names it. */
export function loopSelection({ pairContacts }: ContactOutcome, loop: number): Extract<Selection, { kind: 'loop' }> {
  const { pairs } = pairContacts.contacts;
  const contact = firstContact(pairContacts, loop);
  return { kind: 'loop', a: pairs[2 * contact]!, b: pairs[2 * contact + 1]! };
}

/** Whether a contact belongs to a selection: is it, lies on its loop, or is one of its triangle's. */
export function contactsIn(outcome: ContactOutcome, thing: Selection | null): (contact: number) => boolean {
  switch (thing?.kind) {
    case 'contact': {
      const index = contactIndex(outcome, thing.a, thing.b);
      return (contact) => contact === index;
    }
    case 'loop': {
      const loop = loopIndex(outcome, thing.a, thing.b);
      return (contact) => loop !== null && outcome.pairContacts.loopOfContact[contact] === loop;
    }
    case 'triangle': {
      const side = sideOf(outcome, thing.document);
      const { pairs } = outcome.pairContacts.contacts;
      return (contact) => side !== null && pairs[2 * contact + (side === 'a' ? 0 : 1)] === thing.triangle;
    }
    default:
      return none;
  }
}

/** Returns the first contact along a loop that refers back to it: a polygon may have sides on the outlines of two. */
export function firstContact({ loops, loopOfContact }: PairContacts, loop: number): number {
  const along = loops.segments.subarray(loops.firstSegment[loop]!, loops.firstSegment[loop + 1]!);
  return along.find((contact) => loopOfContact[contact] === loop) ?? along[0]!;
}

/** Returns the contacts of a triangle, ascending; none if it belongs to neither mesh. Does not scan the others: there may be a million. */
function ofTriangle(outcome: ContactOutcome, document: number, triangle: number): Uint32Array {
  const side = sideOf(outcome, document);
  return side === null ? new Uint32Array() : contactsOfTriangle(outcome.pairContacts, side, triangle);
}

function sideOf({ input }: ContactOutcome, document: number): 'a' | 'b' | null {
  return document === input.fixed ? 'a' : document === input.document ? 'b' : null;
}

function none(): boolean {
  return false;
}
