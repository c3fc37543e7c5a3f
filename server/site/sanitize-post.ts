import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';

import { BLOG } from '#content/site.ts';

/** Prefix of all ids in a post and of links to them, so that they never collide with ids of the page. */
const ID_PREFIX = 'post-';

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
function safeLink(address: string, appUrl: string): string | null {
  if (address.startsWith('#')) return `#${ID_PREFIX}${address.slice(1)}`;
  const url = parseUrl(address, appUrl);
  if (!url) return null;
  return LINK_SCHEMES.has(url.protocol) || RASTER_DATA.test(url.href) ? toHref(url, appUrl) : null;
}

/** Returns an allowed source of an embedded image or video (our origin or a trusted host), or null. */
function safeMedia(address: string, appUrl: string): string | null {
  const url = parseUrl(address, appUrl);
  if (!url) return null;
  const isTrusted = url.protocol === 'https:' && BLOG.mediaHosts.includes(url.host);
  return url.origin === appUrl || isTrusted ? toHref(url, appUrl) : null;
}

/** Returns an allowed source of an image, which may also be a data URL. */
const safePicture = (address: string, appUrl: string): string | null => {
  const data = URL.parse(address)?.href;
  return data && RASTER_DATA.test(data) ? data : safeMedia(address, appUrl);
};

/** Returns an allowed frame source (a player of a trusted host, by https), or null. */
function safeFrame(address: string, appUrl: string): string | null {
  const url = parseUrl(address, appUrl);
  if (!url || !/^https?:$/.test(url.protocol) || !BLOG.frameHosts.includes(url.host)) return null;
  url.protocol = 'https:';
  return url.href;
}

/** Returns a link to media that may not be embedded. */
function safeWebLink(address: string, appUrl: string): string | null {
  const url = parseUrl(address, appUrl);
  return url && /^https?:$/.test(url.protocol) ? toHref(url, appUrl) : null;
}

const TAGS = `h2 h3 h4 h5 h6 p br hr wbr div span a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small
  strong sub sup time u var blockquote pre ul ol li dl dt dd details summary figure figcaption
  table caption colgroup col thead tbody tfoot tr th td img iframe video source track`.split(/\s+/);

/** Elements that are removed with their content, which is not text of the post. */
const REMOVED_WITH_CONTENT = `script style textarea option select xmp noscript noembed noframes plaintext template title
  svg math object applet`.split(/\s+/);

const ATTRIBUTES: Record<string, string[]> = {
  '*': ['id', 'title', 'lang', 'dir'],
  a: ['href', 'target', 'rel'],
  td: ['align', 'colspan', 'rowspan'],
  th: ['align', 'colspan', 'rowspan', 'scope'],
  col: ['span'],
  colgroup: ['span'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  time: ['datetime'],
  details: ['open'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  iframe: 'src width height allow allowfullscreen frameborder scrolling sandbox loading'.split(' '),
  video: 'src poster width height controls autoplay muted loop playsinline preload'.split(' '),
  source: ['src', 'type'],
  track: ['src', 'kind', 'srclang', 'label', 'default'],
};

/** Permissions that an embedded player may request. */
const FEATURES = new Set(
  'accelerometer autoplay clipboard-write encrypted-media fullscreen gyroscope picture-in-picture web-share'.split(' '),
);

/** An embedded player may run its own scripts and open tabs, but cannot navigate our page. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';

const MEDIA = new Set(['img', 'iframe', 'source', 'track']);
const ID = /^[\w.:-]{1,100}$/;

/**
 * Sanitizes the HTML of a post, whatever the database contains. Media of untrusted hosts become links. `appUrl` is the
 * public origin.
 */
export const sanitizePost = (html: string, appUrl: string): string =>
  wrapTables(withoutEmptyPlayers(sanitizeHtml(html, optionsFor(appUrl))));

const optionsFor = (appUrl: string): IOptions => ({
  allowedTags: TAGS,
  allowedAttributes: ATTRIBUTES,
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms', 'data'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster'],
  allowProtocolRelative: false,
  allowIframeRelativeUrls: false,
  nonTextTags: REMOVED_WITH_CONTENT,
  selfClosing: ['br', 'hr', 'wbr', 'col', 'img', 'source', 'track'],
  nestingLimit: 50,
  transformTags: transformsFor(appUrl),
  exclusiveFilter: ({ tag, attribs }) => MEDIA.has(tag) && !attribs.src && !attribs.href,
});

const transformsFor = (appUrl: string): NonNullable<IOptions['transformTags']> => ({
  // The title of the post is the only first-level heading.
  h1: 'h2',
  a: (tagName, { href, target, rel: _, ...rest }) => {
    const address = href === undefined ? null : safeLink(href, appUrl);
    return {
      tagName,
      attribs: { ...rest, ...(address === null ? {} : { href: address }), ...safeTarget(target) },
    };
  },
  img: (tagName, { src = '', alt = '', ...rest }) => {
    const address = safePicture(src, appUrl);
    if (!address) return fallbackLink(src, alt, appUrl);
    return { tagName, attribs: { ...rest, src: address, alt, loading: 'lazy' } };
  },
  iframe: (tagName, { src = '', title = '', allow = '', ...rest }) => {
    const address = safeFrame(src, appUrl);
    if (!address) return fallbackLink(src, title, appUrl);
    const attributes = {
      src: address,
      title: title || 'Video',
      allow: allowedFeatures(allow),
      loading: 'lazy',
    };
    return { tagName, attribs: { ...rest, ...attributes, sandbox: SANDBOX }, text: '' };
  },
  video: (tagName, { src = '', poster = '', title = '', ...rest }) => {
    const address = safeMedia(src, appUrl);
    if (src && !address) return fallbackLink(src, title, appUrl);
    const picture = safePicture(poster, appUrl);
    const sources = { ...(address ? { src: address } : {}), ...(picture ? { poster: picture } : {}) };
    return { tagName, attribs: { ...rest, ...sources, ...(title ? { title } : {}) } };
  },
  source: (tagName, attribs) => {
    const { src = '' } = attribs;
    return src && !safeMedia(src, appUrl) ? fallbackLink(src, '', appUrl) : withSafeSource(tagName, attribs, appUrl);
  },
  track: (tagName, attribs) => withSafeSource(tagName, attribs, appUrl),
  '*': (tagName, { id, ...rest }) => ({
    tagName,
    attribs: id && ID.test(id) ? { ...rest, id: ID_PREFIX + id } : rest,
  }),
});

const SAME_TAB_TARGETS = new Set(['_self', '_parent', '_top']);

/** Replaces named targets by `_blank`: with a name, a post could replace the content of another tab. */
function safeTarget(target = ''): Attributes {
  const name = target.trim().toLowerCase();
  if (name === '') return {};
  return { target: SAME_TAB_TARGETS.has(name) ? name : '_blank', rel: 'noopener' };
}

/** A link in place of blocked media; nothing for an address that is not http(s). */
function fallbackLink(address: string, text: string, appUrl: string): Tag {
  const href = safeWebLink(address, appUrl);
  return href ? { tagName: 'a', attribs: { href }, text: text || href } : { tagName: 'img', attribs: {} };
}

function withSafeSource(tagName: string, { src = '', ...rest }: Attributes, appUrl: string): Tag {
  const address = safeMedia(src, appUrl);
  return { tagName, attribs: address ? { ...rest, src: address } : {} };
}

const allowedFeatures = (allow: string): string =>
  allow
    .toLowerCase()
    .split(/[;\s]+/)
    .filter((feature) => FEATURES.has(feature))
    .join('; ');

/** Replaces a player without allowed sources by its content, which contains links to the blocked files. */
const withoutEmptyPlayers = (html: string): string =>
  html.replaceAll(/<video\b([^>]*)>(.*?)<\/video>/gs, (player, attributes: string, content: string) =>
    / src="/.test(attributes) || content.includes('<source ') ? player : content,
  );

/** Wraps tables in a scrollable, focusable container, because a table may be wider than a phone. */
const wrapTables = (html: string): string =>
  html
    .replaceAll('<table', '<div class="prose__table" role="group" aria-label="Table" tabindex="0"><table')
    .replaceAll('</table>', '</table></div>');
