import { describe, expect, test } from 'vitest';
import { kindsText, offLoopsText, whyNoContacts, whyNoLoops } from '../../../renderer/panels/pair/pair-words.ts';
import { maxContacts, type PairOutcome } from '../../../renderer/state/pair/pair-query.ts';
import { lineEndsText, lineKind, loopsText } from '../../../renderer/text/loops-text.ts';
import { outcomeOf } from '../../fixtures/pair-outcome.ts';
import { ball, box, meshOf, placed } from '../../fixtures/shapes.ts';

const intersecting = outcomeOf(ball(17, 9), placed(ball(19, 11), 1, [0.9, 0.01, 0]));
const problem = { code: 'too-large', message: 'There are more than 5 pairs', fix: 'Allow more', location: {} } as const;

describe('the message without contacts', () => {
  const textFor = (outcome: PairOutcome | null): string | undefined => whyNoContacts({ kind: 'done' }, outcome)?.text;

  test('is null where there is a list', () => {
    expect(whyNoContacts({ kind: 'done' }, intersecting)).toBeNull();
    // Of a moment ago, while the moving mesh is dragged.
    expect(whyNoContacts({ kind: 'running', late: false, fraction: 0 }, intersecting)).toBeNull();
  });

  test('names the missing mesh or tree', () => {
    expect(whyNoContacts({ kind: 'none' }, null)?.text).toMatch(/^No moving mesh\./);
    expect(whyNoContacts({ kind: 'waiting', text: 'a.obj is being read' }, null)?.text).toBe('a.obj is being read');
    expect(whyNoContacts({ kind: 'running', late: true, fraction: 0.5 }, null)?.text).toMatch(/^Finding/);
  });

  test('shows the progress of the query', () => {
    expect(textFor(outcomeOf(box(), box([2, 2, 2], [3, 3, 3])))).toMatch(/apart/);
    expect(textFor({ ...intersecting, found: null, pairContacts: null })).toMatch(/Counting/);
    expect(textFor({ ...intersecting, found: { ...intersecting.found!, pairCount: maxContacts }, pairContacts: null })).toBe(
      '1,000,000 triangle pairs intersect. Finding contacts…',
    );
    expect(textFor({ ...intersecting, found: { ...intersecting.found!, pairCount: maxContacts + 1 }, pairContacts: null })).toMatch(
      /^1,000,001 triangle pairs .* More than 1,000,000 are highlighted/,
    );
  });

  test('is a problem where something failed', () => {
    expect(whyNoContacts({ kind: 'too-many', problem }, null)).toEqual({
      text: 'There are more than 5 pairs. Allow more.',
      isProblem: true,
    });
    expect(whyNoContacts({ kind: 'failed', problem }, null)?.isProblem).toBe(true);
    expect(whyNoContacts({ kind: 'none' }, null)?.isProblem).toBe(false);
  });
});

describe('the texts below the lists', () => {
  test('count the kinds of contacts', () => {
    expect(kindsText(intersecting.pairContacts.contacts)).toBe(`${intersecting.pairContacts.contacts.kinds.length} crossing`);
    // A box that stands on another: 2 + 2 coplanar triangles, and sides that touch them.
    const standing = outcomeOf(box([0, 0, 0], [4, 1, 4]), box([1, 1, 1], [2, 2, 2])).pairContacts;
    expect(kindsText(standing.contacts)).toMatch(/\d segment touch, .*\d coplanar$/);
    // The polygons are within their outline, and nothing else is left.
    expect([loopsText(standing.loops), offLoopsText(standing.loops)]).toEqual(['1 closed loop', '']);
    expect([lineKind(standing.loops, 0), lineEndsText(standing.loops, 0)]).toEqual(['outline', '']);
    const leaning = outcomeOf(box([0, 0, 0], [4, 1, 4]), meshOf([1, 1, 1, 3, 1, 1, 3, 2, 2], [0, 1, 2])).pairContacts.loops;
    expect([lineKind(leaning, 0), lineEndsText(leaning, 0)]).toEqual(['touching', 'ends at the border of an open mesh']);
  });

  test('report that there is no curve, and what there is instead', () => {
    expect(whyNoLoops(intersecting.pairContacts.loops)).toBeNull();
    // Two boxes that share a corner.
    const corner = outcomeOf(box([0, 0, 0], [1, 1, 1]), box([1, 1, 1], [2, 2, 2])).pairContacts.loops;
    expect(whyNoLoops(corner)?.text).toMatch(/^No contact curve: the meshes touch in \d+ single points\.$/);
    expect(offLoopsText(intersecting.pairContacts.loops)).toBe('');
    expect(offLoopsText(corner)).toMatch(/^\d+ single points on no curve$/);
  });
});
