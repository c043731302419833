import type { JSX } from 'preact';
import { contactEvents } from '#core/sweep';
import type { App } from '../../commands/app.ts';
import type { MotionOutcome } from '../../state/motion/motion-search.ts';
import { formatNumber } from '../../text/format-number.ts';
import { lengthLabel, shownLength } from '../../text/shown-unit.ts';
import { FigureTitle } from '../../widgets/figure-title.tsx';
import { lengthsOf } from '../properties/scene-lengths.ts';
import { ClearancePlot } from './clearance-plot.tsx';
import { eventText } from './motion-words.ts';

/** The time line: the contact events as buttons, and the clearance over time. */
export function MotionLine({ app, outcome }: { app: App; outcome: MotionOutcome }): JSX.Element {
  const { store, motion } = app;
  const { result, curve } = outcome;
  const { units } = lengthsOf(store, outcome.a);
  const events = contactEvents(result, curve.times.length === 0 ? null : curve);
  const distances = Float64Array.from(curve.distances, (distance) => shownLength(units, distance));
  return (
    <figure class="motion-line">
      <figcaption>
        <FigureTitle label={{ figure: 'Clearance', text: lengthLabel('Clearance', units) }} />
        <span class="motion-events" role="group" aria-label="Contact events">
          {events.map((event) => (
            <button
              key={`${event.kind} ${event.from}`}
              type="button"
              class={`chip motion-event ${event.isProven ? 'proven' : 'sampled'}`}
              data-event={event.kind}
              title={`Show this time${event.isProven ? '' : '. Sampled, not proven'}`}
              onClick={() => motion.seek(event.kind === 'ends' ? event.from : event.to)}
            >
              {eventText(event)}
            </button>
          ))}
          {events.length === 0 && <span class="quiet">No contact events</span>}
        </span>
      </figcaption>
      <ClearancePlot
        times={curve.times}
        distances={distances}
        events={events}
        freeUntil={result.freeUntil}
        time={store.motionTime.value}
        onSeek={(time) => motion.seek(time)}
      />
      <table class="visually-hidden" aria-label="Clearance over time" data-testid="motion-table">
        <thead>
          <tr>
            <th>Time</th>
            <th>{lengthLabel('Clearance', units)}</th>
          </tr>
        </thead>
        <tbody>
          {Array.from(curve.times, (time, i) => (
            <tr key={time}>
              <td>{formatNumber(time, 4)}</td>
              <td>{formatNumber(distances[i]!, 6)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
