/**
 * A module for a server: the first job of which `condition` holds has no end until it is cancelled. The job itself is as always; only the message with
 * its result is lost, and one of progress comes instead: percents show that the job runs. So whatever is done during the job is done during it on any
 * machine. `condition` is an expression of the `request` of the job.
 */
export function holdFirstJob(condition: string): string {
  const script = `
    import { Worker } from 'node:worker_threads';
    const { emit, postMessage } = Worker.prototype;
    let wasHeld = false;
    let held = null;
    const isWanted = (request) => ${condition};
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.kind === 'run') {
        if (!wasHeld && isWanted(message.request)) [wasHeld, held] = [true, this];
        else if (held === this) held = null;
      }
      return postMessage.call(this, message, ...rest);
    };
    Worker.prototype.emit = function (name, ...rest) {
      if (held === this && name === 'message' && rest[0].kind === 'done') return emit.call(this, name, { kind: 'progress', fraction: 0.5 });
      return emit.call(this, name, ...rest);
    };`;
  return `data:text/javascript,${encodeURIComponent(script)}`;
}
