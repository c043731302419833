/** Returns a function that waits until queued messages are handled. It posts a message to itself; a timer would be throttled. */
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
