import { type SharedExports, adoptState, instantiateShared, renewSize } from '../../../../kernel/index.ts';
import type { FromBuilder, ToBuilder } from './build-pool.ts';

/** Returns the message handler of a thread of a pool. `post` sends its replies. */
export function serveBuild(post: (message: FromBuilder) => void): (message: ToBuilder) => void {
  let kernel: SharedExports | null = null;
  return (message) => {
    switch (message.kind) {
      case 'begin':
        kernel = instantiateShared(message.module, message.memory);
        renewSize(message.memory);
        return;
      case 'end':
        kernel = null;
        return;
      case 'phase': {
        if (kernel === null) return;
        adoptState(kernel, message.state);
        const { phase } = message.phase;
        let done = 0;
        let took = kernel.takeTask(phase);
        for (; took > 0; took = kernel.takeTask(phase)) done++;
        post({ ...message.phase, done, isExact: kernel.isExact.value, failed: took < 0 });
      }
    }
  };
}
