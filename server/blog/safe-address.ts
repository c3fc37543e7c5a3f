import { BLOG } from '#content/site.ts';

/** Prefix of all ids in a post and of links to them, so that they never collide with ids of the page. */
export const ID_PREFIX = 'post-';

const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);
const RASTER_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=%-]+$/i;

/** Base URL for relative addresses in a post. */
const blogBaseUrl = (appUrl: string): string => `${appUrl}/blog/`;

/** Parses an address like a browser; null if it is invalid or contains credentials. */
function parseUrl(address: string, appUrl: string): URL | null {
  const url = address.trim() === '' ? null : URL.parse(address, blogBaseUrl(appUrl));
  return url && !url.username && !url.password ? url : null;
}

/** Writes URLs of our origin as paths, except for paths that begin with two slashes and would name another host. */
const toHref = (url: URL, appUrl: string): string =>
  url.origin === appUrl && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : url.href;

/** Returns an allowed link target, or null. */
export function safeLink(address: string, appUrl: string): string | null {
  if (address.startsWith('#')) return `#${ID_PREFIX}${address.slice(1)}`;
  const url = parseUrl(address, appUrl);
  if (!url) return null;
  return LINK_SCHEMES.has(url.protocol) || RASTER_DATA.test(url.href) ? toHref(url, appUrl) : null;
}

/** Returns an allowed source of an embedded image or video (our origin or a trusted host), or null. */
export function safeMedia(address: string, appUrl: string): string | null {
  const url = parseUrl(address, appUrl);
  if (!url) return null;
  const isTrusted = url.protocol === 'https:' && BLOG.mediaHosts.includes(url.host);
  return url.origin === appUrl || isTrusted ? toHref(url, appUrl) : null;
}

/** Returns an allowed source of an image, which may also be a data URL. */
export const safePicture = (address: string, appUrl: string): string | null => {
  const data = URL.parse(address)?.href;
  return data && RASTER_DATA.test(data) ? data : safeMedia(address, appUrl);
};

/** Returns an allowed frame source (a player of a trusted host, by https), or null. */
export function safeFrame(address: string, appUrl: string): string | null {
  const url = parseUrl(address, appUrl);
  if (!url || !/^https?:$/.test(url.protocol) || !BLOG.frameHosts.includes(url.host)) return null;
  url.protocol = 'https:';
  return url.href;
}

/** Returns a link to media that may not be embedded. */
export function safeWebLink(address: string, appUrl: string): string | null {
  const url = parseUrl(address, appUrl);
  return url && /^https?:$/.test(url.protocol) ? toHref(url, appUrl) : null;
}
