import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './refusal.ts';

/** What a request must present to the browser shell. */
export interface Access {
  readonly port: number;
  /** Random for each start; part of the printed address, and of the cookie afterwards. */
  readonly token: string;
}

/** The port is in the name, since cookies are shared by all ports of this machine. */
export function cookieName(access: Access): string {
  return `boxwood-${access.port}`;
}

export function cookieHeader(access: Access): string {
  return `${cookieName(access)}=${access.token}; HttpOnly; SameSite=Strict; Path=/`;
}

/**
 * The Host check stops other names that were made to point here (DNS rebinding), the Origin check stops other pages.
 * @throws Refusal 403.
 */
export function checkHostAndOrigin(access: Access, headers: IncomingHttpHeaders): void {
  const hosts = [`127.0.0.1:${access.port}`, `localhost:${access.port}`];
  const host = headers.host;
  if (host === undefined || !hosts.includes(host)) {
    throw new Refusal(403, 'Unknown host: open the address that Boxwood printed.');
  }
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) {
    throw new Refusal(403, 'Request of another page refused.');
  }
}

/** @throws Refusal 403. */
export function checkCookie(access: Access, headers: IncomingHttpHeaders): void {
  const start = `${cookieName(access)}=`;
  const cookie = (headers.cookie ?? '').split(/; */).find((candidate) => candidate.startsWith(start));
  if (cookie === undefined || !sameToken(access, cookie.slice(start.length))) {
    throw new Refusal(403, 'The access cookie is missing or invalid: open the address that Boxwood printed.');
  }
}

/** @throws Refusal 403. */
export function checkToken(access: Access, token: string): void {
  if (sameToken(access, token)) return;
  throw new Refusal(403, 'The token of this address is invalid: open the address that Boxwood printed.');
}

function sameToken(access: Access, token: string): boolean {
  const wanted = Buffer.from(access.token);
  const came = Buffer.from(token);
  return wanted.length === came.length && timingSafeEqual(wanted, came);
}
