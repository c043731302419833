import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { DocumentId } from '#host-api';
import { startSession, type Session } from '../../../renderer/state/documents/session.ts';
import { createStore, type WritableStore } from '../../../renderer/state/store/store.ts';
import { box } from '../../fixtures/shapes.ts';
import { createFakeHost, settled, type FakeHost } from '../fake-host.ts';

/** A page's state over a host in memory. */
export interface StartedSession {
  readonly host: FakeHost;
  readonly store: WritableStore;
  readonly session: Session;
  /** Opens a mesh, or reads one in the place of another document, until it has its tree. */
  openBox(name?: string, replaces?: DocumentId | null, mesh?: TriangleMesh): Promise<DocumentId>;
}

/** `before` opens documents before the page. */
export async function startedSession(before: (host: FakeHost) => void = () => {}): Promise<StartedSession> {
  const host = createFakeHost();
  before(host);
  const store = createStore();
  const session = startSession(host, store);
  await settled();
  const openBox = async (name = 'box.obj', replaces: DocumentId | null = null, mesh = box()): Promise<DocumentId> => {
    const id = host.begin(name, replaces);
    host.parsed(id, mesh);
    // As the host does it: at once, when the mesh can be fetched.
    if (replaces !== null) host.close(replaces);
    await settled();
    host.ready(id);
    await settled();
    return id;
  };
  return { host, store, session, openBox };
}
