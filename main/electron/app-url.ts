/** The scheme and host of the page and its bytes in Electron: `app://boxwood/…`. */
export const appScheme = 'app';
export const appHost = 'boxwood';
export const pageUrl = `${appScheme}://${appHost}/`;

/** Whether an address is the page's own; false for what is not an address. */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  return protocol === `${appScheme}:` && host === appHost;
}
