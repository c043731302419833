import { viewAddress } from '../host/view-address.ts';
import { copyPromised } from '../host/copy-text.ts';
import { linkSnapshot } from '../state/snapshot/link-snapshot.ts';
import { takeSnapshot } from '../state/snapshot/take-snapshot.ts';
import { writeSnapshot } from '../state/snapshot/write-snapshot.ts';
import type { App } from './app.ts';

/** What no link holds. */
export const leftOutOfLinks = 'It holds no mesh: the file has to be open.';

/** Copies the address of the view, and reports what it does not hold. */
export function copyLink({ store, session, shell }: Pick<App, 'store' | 'session' | 'shell'>): void {
  const { snapshot, leftOut } = linkSnapshot(takeSnapshot(store, shell.workspace.peek()));
  const address = viewAddress(writeSnapshot(snapshot)).then((text) => new Blob([text], { type: 'text/plain' }));
  void session.attempt(async () => {
    await copyPromised(address);
    const without = leftOut.length === 0 ? '' : ` It does not hold ${leftOut.join(', ')}: save a project for these.`;
    session.inform(`Link copied. It works in this browser while Boxwood runs and the mesh is open.${without}`);
  });
}
