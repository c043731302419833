import { toErrorData } from '#core/error';
import type { ServerMessage } from '#host-api';
import { checkRequest, messageId } from './check-request.ts';
import type { Documents } from './documents.ts';

/** Returns the reply to a message of a page, whatever it contains; `null` if it has no id. */
export async function replyTo(documents: Documents, message: unknown): Promise<ServerMessage | null> {
  const id = messageId(message);
  if (id === null) return null;
  try {
    const { name, request } = checkRequest(message);
    return { kind: 'reply', id, reply: await documents.request(name, request) };
  } catch (thrown) {
    return { kind: 'refusal', id, error: toErrorData(thrown) };
  }
}
