import type { MetaDescriptor } from 'react-router';

import { siteMessages } from '#content/messages/site.ts';
import { SITE } from '#content/site.ts';

const matchColorScheme = (scheme: 'light' | 'dark') => `(prefers-color-scheme: ${scheme})`;

/** Icons, manifest and theme colors of every page. */
const SITE_ICON_META: readonly MetaDescriptor[] = [
  { tagName: 'link', rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { tagName: 'link', rel: 'apple-touch-icon', href: '/icons/apple-touch-180.png' },
  { tagName: 'link', rel: 'manifest', href: '/site.webmanifest' },
  { name: 'theme-color', media: matchColorScheme('light'), content: SITE.themeColor.light },
  { name: 'theme-color', media: matchColorScheme('dark'), content: SITE.themeColor.dark },
];

/** A social sharing image. Sizes in pixels. */
export type SocialImage = { path: string; width: number; height: number; alt: string };

/** Created in content/social/. */
const SITE_IMAGE: SocialImage = {
  path: '/social.png',
  width: 1200,
  height: 630,
  alt: siteMessages.imageAlt({ siteName: SITE.name }),
};

type PageMetaInput = {
  title: string;
  description?: string;
  /** Canonical URL. Without it the page is not indexed. */
  url?: string;
  /** False: the page is not indexed although it has a URL. */
  isIndexed?: boolean;
  type?: 'website' | 'article';
  image?: SocialImage;
};

/** Title, description, social tags and canonical link of a page. */
export function pageMeta(page: PageMetaInput): MetaDescriptor[] {
  const { title, description = SITE.description, url, type = 'website', image = SITE_IMAGE, isIndexed = true } = page;
  if (!url) return [{ title }, ...SITE_ICON_META, { name: 'robots', content: 'noindex' }];
  const imageUrl = new URL(image.path, url).href;
  return [
    { title },
    ...SITE_ICON_META,
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: SITE.name },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: imageUrl },
    { property: 'og:image:width', content: String(image.width) },
    { property: 'og:image:height', content: String(image.height) },
    { property: 'og:image:alt', content: image.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: imageUrl },
    { name: 'twitter:image:alt', content: image.alt },
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}

export const withSiteName = (name: string): string => `${name} · ${SITE.name}`;

export type Matches = readonly ({ loaderData?: unknown } | undefined)[];

const hasAppUrl = (data: unknown): data is { appUrl: string } =>
  typeof data === 'object' && data !== null && 'appUrl' in data && typeof data.appUrl === 'string';

/** The app's origin, from the loader data of the layout; empty if the layout failed to load. */
export const findAppUrl = (matches: Matches): string =>
  matches.map((match) => match?.loaderData).find(hasAppUrl)?.appUrl ?? '';

/** Metadata of a signed-in or sign-in screen. Not indexed. */
export const screenMeta =
  ({ title, description }: { title: string; description: string }) =>
  ({ location, matches }: { location: { pathname: string }; matches: Matches }): MetaDescriptor[] => {
    const appUrl = findAppUrl(matches);
    const url = appUrl && `${appUrl}${location.pathname}`;
    return pageMeta({ title: withSiteName(title), description, url, isIndexed: false });
  };
