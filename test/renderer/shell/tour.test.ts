import { describe, expect, test } from 'vitest';
import { commandOf } from '../../../renderer/commands/commands.ts';
import { declineTour, endTour, endTourOffer, goToTourStep } from '../../../renderer/commands/tour-actions.ts';
import { placeCard } from '../../../renderer/shell/tour/place-card.ts';
import { tourSteps } from '../../../renderer/shell/tour/tour-steps.ts';
import { fakeAppWithBox } from '../fake-app.ts';

describe('the tour', () => {
  test('starts from the menu Help, goes through its steps, and ends behind the last one', async () => {
    const { app } = await fakeAppWithBox();
    const { shell } = app;
    shell.tourOffered.value = true;
    commandOf('tour').run(app);
    expect([shell.tour.value, shell.tourOffered.value]).toEqual([0, false]);
    for (let step = 1; step <= tourSteps.length; step++) goToTourStep(shell, step, tourSteps.length);
    expect(shell.tour.value).toBeNull();
    commandOf('tour').run(app);
    goToTourStep(shell, -1, tourSteps.length);
    expect(shell.tour.value).toBe(0);
    endTour(shell);
    expect(shell.tour.value).toBeNull();
  });

  test('is declined without starting', async () => {
    const { app } = await fakeAppWithBox();
    app.shell.tourOffered.value = true;
    declineTour(app.shell);
    expect([app.shell.tour.value, app.shell.tourOffered.value]).toEqual([null, false]);
  });

  test('is not offered any more once a person has worked', async () => {
    const { shell } = (await fakeAppWithBox()).app;
    shell.tourOffered.value = true;
    endTourOffer(shell, 5);
    expect(shell.tourOffered.value).toBe(true);
    endTourOffer(shell, 6);
    expect(shell.tourOffered.value).toBe(false);
  });

  test('has five to seven steps of at most two sentences', () => {
    expect(tourSteps.length).toBeGreaterThanOrEqual(5);
    expect(tourSteps.length).toBeLessThanOrEqual(7);
    for (const { text } of tourSteps) expect(text.split('. ').length).toBeLessThanOrEqual(2);
  });
});

describe('the card of a step', () => {
  const window = { width: 1000, height: 700 };
  const card = { width: 300, height: 120 };

  test.each([
    ['below a menu', { left: 100, top: 0, width: 40, height: 36 }, { left: 12, top: 48 }],
    ['above the lists at the bottom', { left: 0, top: 500, width: 1000, height: 200 }, { left: 350, top: 368 }],
    ['right of a high column', { left: 0, top: 40, width: 240, height: 650 }, { left: 252, top: 305 }],
    ['left of a high column', { left: 760, top: 40, width: 240, height: 650 }, { left: 448, top: 305 }],
    ['in the middle of a large view', { left: 20, top: 20, width: 960, height: 660 }, { left: 350, top: 290 }],
    ['in the middle without a region', null, { left: 350, top: 290 }],
  ])('lies %s', (_, target, corner) => {
    expect(placeCard(target, card, window)).toEqual(corner);
  });
});
