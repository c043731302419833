import { invalidArgument } from '#core/error';

/** Environment variables, such as `process.env`. */
type Environment = Readonly<Record<string, string | undefined>>;

/** How servers are addressed. */
export interface RemoteSettings {
  /** Requests for one file, the first one included. */
  readonly attempts: number;
  /** An attempt ends after this time without a byte. */
  readonly timeoutMilliseconds: number;
  /** Maximum pause before the second attempt; it doubles before each further one. */
  readonly pauseMilliseconds: number;
  /** `null`: requests are not signed, as public buckets need it. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string } | null;
  readonly region: string;
  /** Server of S3, with buckets in its path; `null` for that of Amazon. */
  readonly endpoint: URL | null;
}

/** Reads the settings from the environment variables of the tools of AWS, and from two of Boxwood. @throws InspectorError `invalid-argument`. */
export function remoteSettings(environment: Environment): RemoteSettings {
  const of = (...names: readonly string[]): string | null =>
    names.map((name) => environment[name] ?? '').find((value) => value !== '') ?? null;
  const accessKeyId = of('AWS_ACCESS_KEY_ID');
  const secretAccessKey = of('AWS_SECRET_ACCESS_KEY');
  const sessionToken = of('AWS_SESSION_TOKEN');
  if ((accessKeyId === null) !== (secretAccessKey === null))
    throw invalidArgument('Only one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY is set', 'Set both, or none for public buckets');
  const endpoint = of('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL');
  if (endpoint !== null && (!/^https?:\/\//i.test(endpoint) || !URL.canParse(endpoint)))
    throw invalidArgument('AWS_ENDPOINT_URL is no address', 'Give https://server');
  return {
    attempts: number(environment, 'BOXWOOD_REMOTE_ATTEMPTS', 4, 1, 20),
    timeoutMilliseconds: 1000 * number(environment, 'BOXWOOD_REMOTE_TIMEOUT', 30, 0.01, 3600),
    pauseMilliseconds: 250,
    credentials:
      accessKeyId === null || secretAccessKey === null
        ? null
        : { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) },
    region: of('AWS_REGION', 'AWS_DEFAULT_REGION') ?? 'us-east-1',
    endpoint: endpoint === null ? null : new URL(endpoint),
  };
}

function number(environment: Environment, name: string, usual: number, min: number, max: number): number {
  const text = environment[name] ?? '';
  if (text === '') return usual;
  const value = Number(text);
  if (value >= min && value <= max) return value;
  throw invalidArgument(`${name} is ${JSON.stringify(text)}`, `Set it to a number from ${min} to ${max}, or leave it out`);
}
