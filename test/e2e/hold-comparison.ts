import type { Page } from 'playwright-core';

/**
 * Lets comparisons of tree kinds in this page send their first rows, and nothing after: they have no end until they are cancelled, on any machine. Call it before they
 * start. Resolves with the function that ends this for comparisons that start later.
 */
export async function holdComparison(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const listen = EventTarget.prototype.addEventListener;
    Worker.prototype.addEventListener = function (
      this: Worker,
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions,
    ) {
      if (type !== 'message' || typeof listener !== 'function') return listen.call(this, type, listener, options);
      let isHeld = false;
      listen.call(
        this,
        type,
        (event) => {
          if (!isHeld) listener.call(this, event);
          isHeld ||= (event as MessageEvent<{ readonly kind?: string }>).data?.kind === 'rows';
        },
        options,
      );
    };
  });
  return () => page.evaluate(() => void Reflect.deleteProperty(Worker.prototype, 'addEventListener'));
}
