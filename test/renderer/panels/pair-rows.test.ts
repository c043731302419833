import { describe, expect, test } from 'vitest';
import { contactOf, contactsIn, firstContact, loopOf } from '../../../renderer/panels/pair/pair-rows.ts';
import { outcomeOf } from '../../fixtures/pair-outcome.ts';
import { ball, blades, box, joined, placed } from '../../fixtures/shapes.ts';

// Two balls of one mesh, each crossed in one loop by a long box.
const balls = joined([ball(17, 9), placed(ball(19, 11), 1, [3, 0.1, 0])]);
const bar = box([0.3, -5, -0.21], [3.4, 5, 0.17]);
const outcome = outcomeOf(balls, bar);
const { contacts, loops, loopOfContact } = outcome.pairContacts;
const all = [...contacts.kinds.keys()];
const a = (contact: number): number => contacts.pairs[2 * contact]!;
const b = (contact: number): number => contacts.pairs[2 * contact + 1]!;

describe('rows of a selection', () => {
  test('a contact has its own row, and the loop through it', () => {
    expect(loops.closed.length).toBeGreaterThan(1);
    for (const contact of all) {
      const chosen = { kind: 'contact', a: a(contact), b: b(contact) } as const;
      expect(contactOf(outcome, chosen)).toBe(contact);
      expect(all.filter(contactsIn(outcome, chosen))).toEqual([contact]);
      expect(loopOf(outcome, chosen)).toBe(loopOfContact[contact]);
    }
  });

  test('a loop has all of its contacts, the first along it on top', () => {
    for (let loop = 0; loop < loops.closed.length; loop++) {
      const first = firstContact(outcome.pairContacts, loop);
      const chosen = { kind: 'loop', a: a(first), b: b(first) } as const;
      expect(loopOf(outcome, chosen)).toBe(loop);
      expect(contactOf(outcome, chosen)).toBe(first);
      const segments = [...loops.segments.slice(loops.firstSegment[loop], loops.firstSegment[loop + 1])].sort((s, t) => s - t);
      expect(all.filter(contactsIn(outcome, chosen))).toEqual(segments);
    }
  });

  test.each([
    ['fixed', 1, a],
    ['movingMesh', 2, b],
  ] as const)('a triangle of the %s mesh all of its contacts', (_, document, sideOf) => {
    for (const triangle of new Set(all.map(sideOf))) {
      const chosen = { kind: 'triangle', document, triangle, node: null } as const;
      const own = all.filter((contact) => sideOf(contact) === triangle);
      expect(all.filter(contactsIn(outcome, chosen))).toEqual(own);
      expect(contactOf(outcome, chosen)).toBe(own[0]);
      expect(loopOf(outcome, chosen)).toBe(loopOfContact[own[0]!]);
    }
  });

  test('they are found without scanning the others: there may be a million', () => {
    const wide = outcomeOf(blades(100, 0), blades(100, 1));
    const { contacts: all } = wide.pairContacts;
    expect(all.kinds.length).toBe(10_000);
    let looks = 0;
    const pairs = new Proxy(all.pairs, {
      get: (target, key) => ((looks += typeof key === 'string' && /^\d+$/.test(key) ? 1 : 0), Reflect.get(target, key)),
    });
    const counted = { ...wide, pairContacts: { ...wide.pairContacts, contacts: { ...all, pairs } } };
    for (const document of [1, 2]) {
      for (const find of [contactOf, loopOf]) {
        looks = 0;
        expect(find(counted, { kind: 'triangle', document, triangle: 70, node: null })).not.toBeNull();
        expect(looks).toBeLessThan(60);
      }
    }
  });

  test('a selection without contact has none', () => {
    const strangers = [
      null,
      { kind: 'contact', a: a(0), b: 1e6 },
      { kind: 'loop', a: 1e6, b: b(0) },
      { kind: 'triangle', document: 1, triangle: 1e6, node: null },
      { kind: 'triangle', document: 3, triangle: a(0), node: null },
      { kind: 'part', document: 1, part: 0 },
      { kind: 'hit', hit: 0 },
    ] as const;
    for (const thing of strangers) {
      expect(contactOf(outcome, thing)).toBeNull();
      expect(loopOf(outcome, thing)).toBeNull();
      expect(all.filter(contactsIn(outcome, thing))).toEqual([]);
    }
  });
});
