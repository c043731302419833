/** Timers that go off when a test says that time passes. */
export function createFakeClock(): { after(milliseconds: number, run: () => void): () => void; pass(milliseconds: number): void } {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass(milliseconds) {
      now += milliseconds;
      for (const timer of [...timers]) {
        if (timer.at > now || !timers.delete(timer)) continue;
        timer.run();
      }
    },
  };
}
