import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './refusal.ts';

/** What the browser shell wants to see before it answers anything. */
export interface Door {
  readonly port: number;
  /** Random, new for each start; in the printed address, and in the cookie from then on. */
  readonly token: string;
}

/** Other programs of this machine may serve pages on other ports, and cookies do not tell ports apart. */
export function cookieName(door: Door): string {
  return `boxwood-${door.port}`;
}

export function cookieHeader(door: Door): string {
  return `${cookieName(door)}=${door.token}; HttpOnly; SameSite=Strict; Path=/`;
}

/**
 * The Host check stops other names that were made to point here (DNS rebinding), the Origin check stops other pages.
 * @throws Refusal 403.
 */
export function checkHostAndOrigin(door: Door, headers: IncomingHttpHeaders): void {
  const hosts = [`127.0.0.1:${door.port}`, `localhost:${door.port}`];
  const host = headers.host;
  if (host === undefined || !hosts.includes(host)) {
    throw new Refusal(403, 'This address is not that of Boxwood: use the one that it printed.');
  }
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) {
    throw new Refusal(403, 'Another page asked for this: Boxwood answers only its own.');
  }
}

/** @throws Refusal 403. */
export function checkCookie(door: Door, headers: IncomingHttpHeaders): void {
  const start = `${cookieName(door)}=`;
  const cookie = (headers.cookie ?? '').split(/; */).find((candidate) => candidate.startsWith(start));
  if (cookie === undefined || !sameToken(door, cookie.slice(start.length))) {
    throw new Refusal(403, 'This browser has no key to Boxwood: open the address that it printed when it started.');
  }
}

/** @throws Refusal 403. */
export function checkToken(door: Door, token: string): void {
  if (sameToken(door, token)) return;
  throw new Refusal(403, 'The token of this address is not the one of the Boxwood that runs here: open the address that it printed.');
}

function sameToken(door: Door, token: string): boolean {
  const wanted = Buffer.from(door.token);
  const came = Buffer.from(token);
  return wanted.length === came.length && timingSafeEqual(wanted, came);
}
