import { InspectorError } from '#core/error';

/**
 * The bytes behind a path of the host, the same in both shells.
 * @throws InspectorError `worker-lost` when there is no answer, `invalid-bytes` when the host has no such bytes (any more).
 */
export async function fetchBytes(path: string): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(path, { cache: 'no-store' });
    if (response.ok) return await response.arrayBuffer();
  } catch (thrown) {
    throw new InspectorError(
      {
        code: 'worker-lost',
        message: 'The data could not be fetched',
        cure: 'See whether Boxwood still runs, then open the file again',
        place: { file: path },
      },
      { cause: thrown },
    );
  }
  const said = (await response.text()).slice(0, 200);
  throw new InspectorError({
    code: 'invalid-bytes',
    message: `The host did not give the data (${response.status})`,
    cure: 'Open the file again',
    place: { file: path },
    ...(said === '' ? {} : { detail: said }),
  });
}
