import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { endTour, goToTourStep } from '../../commands/tour-actions.ts';
import { pageScale } from '../../widgets/page-scale.ts';
import { Icon } from '../../widgets/icon.tsx';
import { placeCard, type Box } from './place-card.ts';
import { tourSteps } from './tour-steps.ts';

/** Help > Tour: a card next to each region of the window, one after the other. The window can be used meanwhile. */
export function TourCard({ app }: { app: App }): JSX.Element | null {
  const step = app.shell.tour.value;
  return step === null ? null : <Card app={app} step={step} />;
}

function Card({ app: { shell }, step }: { app: App; step: number }): JSX.Element {
  const card = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const { title, text, targets } = tourSteps[step]!;
  const { target, corner } = usePlace(card, targets, step);
  const isLast = step === tourSteps.length - 1;
  useEscape(shell);
  useEffect(() => next.current?.focus({ preventScroll: true }), [step]);
  const move = (by: number): void => goToTourStep(shell, step + by, tourSteps.length);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' && step > 0 ? -1 : 0;
    if (by === 0) return;
    move(by);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {target !== null && <Ring around={target} />}
      <div
        ref={card}
        class="tour-card"
        role="dialog"
        aria-label={`Tour: ${title}`}
        aria-describedby="tour-text"
        data-testid="tour"
        data-step={step}
        style={{ left: `${corner.left}px`, top: `${corner.top}px` }}
        onKeyDown={onKeyDown}
      >
        <div class="head">
          <h2>{title}</h2>
          <span class="quiet">
            {step + 1} of {tourSteps.length}
          </span>
          <button type="button" class="icon-button" title="End the tour (Esc)" aria-label="End the tour" onClick={() => endTour(shell)}>
            <Icon name="close" small />
          </button>
        </div>
        <p id="tour-text">{text}</p>
        <div class="foot">
          {isLast && <span class="quiet">F1 opens the manual at any time.</span>}
          {step > 0 && (
            <button type="button" class="button small" onClick={() => move(-1)}>
              Back
            </button>
          )}
          <button ref={next} type="button" class="button small primary" data-testid="tour-next" onClick={() => move(1)}>
            {isLast ? 'Done' : 'Next'}
          </button>
        </div>
      </div>
    </>
  );
}

function Ring({ around: { left, top, width, height } }: { around: Box }): JSX.Element {
  return (
    <div class="tour-ring" aria-hidden="true" style={{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }} />
  );
}

/** Where the target of a step is, and the corner of the card next to it; both follow the size of the window. */
function usePlace(card: RefObject<HTMLDivElement | null>, targets: readonly string[], step: number) {
  const [target, setTarget] = useState<Box | null>(null);
  const [corner, setCorner] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const place = (): void => {
      const scale = pageScale();
      const found = boxOf(targets, scale);
      const own = card.current!;
      setTarget(found);
      setCorner(
        placeCard(
          found,
          { width: own.offsetWidth, height: own.offsetHeight },
          { width: window.innerWidth / scale, height: window.innerHeight / scale },
        ),
      );
    };
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [step]);
  return { target, corner };
}

/** Escape ends the tour, which gives the focus back to what had it. */
function useEscape(shell: App['shell']): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || shell.dialog.peek() !== null) return;
      endTour(shell);
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
}

/** Returns where the first target that is shown lies, in pixels of the zoomed page; `null` for none. */
function boxOf(targets: readonly string[], scale: number): Box | null {
  const shown = targets.map((selector) => document.querySelector(selector)).find((element) => element?.checkVisibility() === true);
  if (shown == null) return null;
  const { left, top, width, height } = shown.getBoundingClientRect();
  return { left: left / scale, top: top / scale, width: width / scale, height: height / scale };
}
