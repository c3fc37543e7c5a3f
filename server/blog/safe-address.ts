import { BLOG } from '#content/site.ts';

/** Put before every id of a post and every link to one, so that it is never the name of something of ours. */
export const ID_PREFIX = 'post-';

const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);
const RASTER_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=%-]+$/i;

/** The folder that the relative addresses of a post begin in. */
const folderOf = (appUrl: string): string => `${appUrl}/blog/`;

/** As the browser will read it; null when it is none, or carries a name and a password. */
function parsed(address: string, appUrl: string): URL | null {
  const url = address.trim() === '' ? null : URL.parse(address, folderOf(appUrl));
  return url && !url.username && !url.password ? url : null;
}

/** Within our origin, an address without it; one that begins with two slashes would lead to another. */
const written = (url: URL, appUrl: string): string =>
  url.origin === appUrl && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : url.href;

/** Where a link may lead; null when it may not. */
export function safeLink(address: string, appUrl: string): string | null {
  if (address.startsWith('#')) return `#${ID_PREFIX}${address.slice(1)}`;
  const url = parsed(address, appUrl);
  if (!url) return null;
  return LINK_SCHEMES.has(url.protocol) || RASTER_DATA.test(url.href) ? written(url, appUrl) : null;
}

/** What may be shown in place, as a picture or a video: ours, or that of a host we trust. */
export function safeMedia(address: string, appUrl: string): string | null {
  const url = parsed(address, appUrl);
  if (!url) return null;
  const isTrusted = url.protocol === 'https:' && BLOG.mediaHosts.includes(url.host);
  return url.origin === appUrl || isTrusted ? written(url, appUrl) : null;
}

/** The same for a picture, which may also stand in its own address. */
export const safePicture = (address: string, appUrl: string): string | null => {
  const data = URL.parse(address)?.href;
  return data && RASTER_DATA.test(data) ? data : safeMedia(address, appUrl);
};

/** What may be framed: the players of hosts that we trust, by https. */
export function safeFrame(address: string, appUrl: string): string | null {
  const url = parsed(address, appUrl);
  if (!url || !/^https?:$/.test(url.protocol) || !BLOG.frameHosts.includes(url.host)) return null;
  url.protocol = 'https:';
  return url.href;
}

/** The address of something that may not be shown in place but may be linked to. */
export function plainLink(address: string, appUrl: string): string | null {
  const url = parsed(address, appUrl);
  return url && /^https?:$/.test(url.protocol) ? written(url, appUrl) : null;
}
