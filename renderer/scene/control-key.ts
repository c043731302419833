/** Whether the Control key is held, which a wheel event does not say: a pinch on a trackpad has it too. */
export interface ControlKey {
  isHeld(): boolean;
  dispose(): void;
}

export function followControlKey(): ControlKey {
  let isHeld = false;
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  const follow = (event: KeyboardEvent): void => {
    if (event.key === 'Control') isHeld = event.type === 'keydown';
  };
  window.addEventListener('keydown', follow, options);
  window.addEventListener('keyup', follow, options);
  window.addEventListener('blur', () => void (isHeld = false), options);
  return { isHeld: () => isHeld, dispose: () => stop.abort() };
}
