import { describe, expect, it } from 'vitest';
import { createFrameTimer, type FenceContext } from '../../../renderer/scene/frame-timer.ts';
import { placeLabel } from '../../../renderer/scene/place-label.ts';
import { createRenderLoop } from '../../../renderer/scene/render-loop.ts';

describe('createRenderLoop', () => {
  function loopWith(draw: () => boolean, busy: () => boolean = () => false) {
    const waiting: ((time: number) => void)[] = [];
    const loop = createRenderLoop({ draw, busy, schedule: (callback) => waiting.push(callback), cancel: () => waiting.pop() });
    return { loop, waiting, frame: () => waiting.splice(0).forEach((run) => run(0)) };
  }

  it('draws nothing until something has changed, and then once', () => {
    let drawn = 0;
    const { loop, waiting, frame } = loopWith(() => (drawn++, false));
    frame();
    expect(drawn).toBe(0);
    loop.request();
    loop.request();
    expect([waiting.length, loop.pending]).toEqual([1, true]);
    frame();
    frame();
    expect([drawn, loop.pending]).toEqual([1, false]);
  });

  it('goes on while a frame says that another must follow', () => {
    let left = 3;
    const { loop, frame } = loopWith(() => --left > 0);
    loop.request();
    for (let i = 0; i < 10; i++) frame();
    expect(left).toBe(0);
  });

  it('waits for a GPU that still works on the last frame', () => {
    let drawn = 0;
    let busy = true;
    const { loop, frame } = loopWith(
      () => (drawn++, false),
      () => busy,
    );
    loop.request();
    frame();
    frame();
    expect(drawn).toBe(0);
    busy = false;
    frame();
    expect(drawn).toBe(1);
  });

  it('draws nothing more once it is disposed', () => {
    let drawn = 0;
    const { loop, frame } = loopWith(() => (drawn++, false));
    loop.request();
    loop.dispose();
    frame();
    expect(drawn).toBe(0);
  });
});

describe('createFrameTimer', () => {
  function timerWith() {
    const fences = { made: 0, deleted: 0, signalled: false, lost: false };
    const gl = {
      SYNC_GPU_COMMANDS_COMPLETE: 1,
      SYNC_STATUS: 2,
      SIGNALED: 3,
      fenceSync: () => (fences.made++, {} as WebGLSync),
      getSyncParameter: () => (fences.signalled ? 3 : 4),
      deleteSync: () => void fences.deleted++,
      flush: () => {},
      isContextLost: () => fences.lost,
    } as unknown as FenceContext;
    let now = 100;
    const requests: (() => void)[] = [];
    const timer = createFrameTimer(
      gl,
      () => now,
      (callback) => (requests.push(callback), () => requests.splice(requests.indexOf(callback), 1)),
    );
    return { timer, fences, later: (time: number) => ((now = time), requests.splice(0).forEach((callback) => callback())) };
  }

  it('counts until the fence is signalled, not until the calls return', () => {
    const { timer, fences, later } = timerWith();
    const seen: number[] = [];
    timer.measure(90, (milliseconds) => seen.push(milliseconds));
    later(140);
    expect(seen).toEqual([]);
    expect(timer.pending).toBe(true);
    fences.signalled = true;
    later(5490);
    expect(seen).toEqual([5400]);
    expect(timer.pending).toBe(false);
    expect(fences.deleted).toBe(fences.made);
  });

  it('ends for a lost context', () => {
    const { timer, fences, later } = timerWith();
    timer.measure(90, () => expect.unreachable());
    fences.lost = true;
    later(200);
    expect(timer.pending).toBe(false);
  });

  it('deletes a fence that nobody waits for any more', () => {
    const { timer, fences } = timerWith();
    timer.measure(0, () => {});
    timer.dispose();
    expect(fences.deleted).toBe(1);
  });
});

describe('placeLabel', () => {
  const view = { x: 0, y: 0, width: 200, height: 100 };
  const size = { width: 40, height: 16 };

  it('stands above its point where there is room', () => {
    expect(placeLabel([[100, 50]], size, false, [], view)).toEqual({ x: 80, y: 28, width: 40, height: 16 });
  });

  it('goes below, aside, or to another point rather than over something', () => {
    const above = { x: 80, y: 20, width: 40, height: 20 };
    expect(placeLabel([[100, 50]], size, false, [above], view)).toMatchObject({ y: 56 });
    const around = { x: 40, y: 20, width: 120, height: 60 };
    expect(placeLabel([[100, 50]], size, false, [around], view)).toBeNull();
    expect(
      placeLabel(
        [
          [100, 50],
          [30, 90],
        ],
        size,
        false,
        [around],
        view,
      ),
    ).toMatchObject({ x: 36, y: 82 });
  });

  it('is not shown outside the view, or without a point', () => {
    expect(placeLabel([[-500, 50]], size, false, [], view)).toBeNull();
    expect(placeLabel([], size, false, [], view)).toBeNull();
  });

  it('keeps a mark centred on its point, whatever is there', () => {
    expect(placeLabel([[100, 50]], size, true, [view], view)).toEqual({ x: 80, y: 42, width: 40, height: 16 });
  });
});
