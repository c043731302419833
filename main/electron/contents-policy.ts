import type { Session, WebContents } from 'electron';
import { isAppUrl } from './app-url.ts';

/** The page may put text on the clipboard after a click, and nothing else that needs a permission. */
const allowedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

export function isAllowedPermission(permission: string, requestingUrl: string): boolean {
  return allowedPermissions.has(permission) && isAppUrl(requestingUrl);
}

/** Denies navigation, new windows and webviews to a page, whatever it is. */
export function lockContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-navigate', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
}

export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(isAllowedPermission(permission, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => {
    return isAllowedPermission(permission, requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
}
