/** Gives a promise of the turn after the messages that wait already: a message to oneself comes behind them, and a timer would be held back. */
export function createNextTurn(): () => Promise<void> {
  const channel = new MessageChannel();
  const turns: (() => void)[] = [];
  channel.port1.onmessage = () => turns.shift()?.();
  return () =>
    new Promise((resolve) => {
      turns.push(resolve);
      channel.port2.postMessage(null);
    });
}
