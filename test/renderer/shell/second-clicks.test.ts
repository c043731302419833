import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ignoreSecondClicks } from '../../../renderer/shell/second-clicks.ts';

/** A button, or with `null` something else, with its attributes. */
class FakeElement {
  attributes: Readonly<Record<string, string>> | null;
  constructor(attributes: FakeElement['attributes'] = {}) {
    this.attributes = attributes;
  }
  closest(): FakeElement | null {
    return this.attributes === null ? null : this;
  }
  getAttribute(name: string): string | null {
    return this.attributes?.[name] ?? null;
  }
  matches(selector: string): boolean {
    return Object.keys(this.attributes ?? {}).some((name) => selector.includes(`[${name}]`));
  }
}

let page: EventTarget;
let stop: () => void;
let arrived: FakeElement[];

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  [page, arrived] = [new EventTarget(), []];
  stop = ignoreSecondClicks(page as unknown as Document);
  page.addEventListener('click', (event) => void arrived.push((event as unknown as { on: FakeElement }).on));
});

afterEach(() => vi.unstubAllGlobals());

/** Returns whether a click arrives. `detail`: its number among quick clicks in one place; 0 by a key. */
function click(on: FakeElement, detail: number): boolean {
  const before = arrived.length;
  const event = Object.assign(new Event('click', { cancelable: true }), { on, detail });
  Object.defineProperty(event, 'target', { value: on });
  page.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(arrived.length === before);
  return arrived.length > before;
}

test('the second click of a double click does nothing to what has come in the place of a button', () => {
  const [check, cancel] = [new FakeElement({ 'data-testid': 'check' }), new FakeElement({ 'data-testid': 'check-cancel' })];
  expect([click(check, 1), click(cancel, 2), click(cancel, 3)]).toEqual([true, false, false]);
  expect(click(cancel, 1)).toBe(true);
  expect([click(check, 1), click(new FakeElement(null), 2)]).toEqual([true, false]);
});

test('an element that has become another button counts as another one', () => {
  const button = new FakeElement({ 'data-command': 'findContact' });
  expect(click(button, 1)).toBe(true);
  button.attributes = { 'data-testid': 'motion-cancel' };
  expect(click(button, 2)).toBe(false);
});

test('what opens a sample or a recent file opens it once', () => {
  for (const name of ['data-sample', 'data-recent']) {
    const button = new FakeElement({ [name]: 'keep' });
    expect([click(button, 1), click(button, 2)]).toEqual([true, false]);
    expect(click(button, 1)).toBe(true);
  }
});

test('Enter that is held opens a sample or a recent file once, and repeats on other buttons', () => {
  const press = (on: FakeElement, repeat: boolean): boolean => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key: 'Enter', repeat });
    Object.defineProperty(event, 'target', { value: on });
    page.dispatchEvent(event);
    return !event.defaultPrevented;
  };
  const sample = new FakeElement({ 'data-sample': 'keep' });
  expect([press(sample, false), press(sample, true), press(new FakeElement(), true)]).toEqual([true, false, true]);
  stop();
  expect(press(sample, true)).toBe(true);
});

test('quick clicks on one button all count, also when it is drawn again', () => {
  const next = new FakeElement();
  expect([1, 2, 3].map((detail) => click(next, detail))).toEqual([true, true, true]);
  const again = (): FakeElement => new FakeElement({ 'data-command': 'nextFinding' });
  expect([1, 2, 3].map((detail) => click(again(), detail))).toEqual([true, true, true]);
});

test('clicks by keys and those that begin elsewhere count', () => {
  const [row, button] = [new FakeElement(null), new FakeElement({ 'data-sample': 'keep' })];
  expect([click(row, 1), click(button, 2), click(button, 0), click(button, 0)]).toEqual([true, true, true, true]);
  stop();
  expect([click(button, 1), click(button, 2)]).toEqual([true, true]);
});
