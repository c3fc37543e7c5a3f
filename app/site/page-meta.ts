import type { MetaDescriptor } from 'react-router';

import { SITE } from '#content/site.ts';

import { IDENTITY } from './identity.ts';

/** A picture for social networks, in pixels. */
export type SocialImage = { path: string; width: number; height: number; alt: string };

/** Drawn in content/social/. */
const SITE_IMAGE: SocialImage = {
  path: '/social.png',
  width: 1200,
  height: 630,
  alt: `${SITE.name}: ${SITE.tagline}. A green till with its first receipt.`,
};

type Page = {
  title: string;
  description?: string;
  /** The page's one address; without it the page asks not to be indexed. */
  url?: string | undefined;
  /** False: the page asks not to be indexed, although it has an address. */
  index?: boolean;
  type?: 'website' | 'article';
  image?: SocialImage;
};

/** Title, description, social tags and canonical link of a page. */
export function pageMeta(page: Page): MetaDescriptor[] {
  const {
    title,
    description = SITE.description,
    url,
    type = 'website',
    image = SITE_IMAGE,
    index = true,
  } = page;
  if (!url) return [{ title }, ...IDENTITY, { name: 'robots', content: 'noindex' }];
  const picture = new URL(image.path, url).href;
  return [
    { title },
    ...IDENTITY,
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: SITE.name },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: String(image.width) },
    { property: 'og:image:height', content: String(image.height) },
    { property: 'og:image:alt', content: image.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: picture },
    { name: 'twitter:image:alt', content: image.alt },
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}

/** Titles of the screens behind the sign-in. */
export const titled = (name: string): string => `${name} · ${SITE.name}`;

type MetaArgs = {
  location: { pathname: string };
  matches: readonly ({ loaderData?: unknown } | undefined)[];
};

const hasAppUrl = (data: unknown): data is { appUrl: string } =>
  typeof data === 'object' && data !== null && 'appUrl' in data && typeof data.appUrl === 'string';

/** The metadata of a screen of the app, whose loader or layout gives the `appUrl`. Search engines leave it out. */
export const screenMeta =
  (name: string, description: string) =>
  ({ location, matches }: MetaArgs): MetaDescriptor[] => {
    const data = matches.map((match) => match?.loaderData).find(hasAppUrl);
    const url = data && `${data.appUrl}${location.pathname}`;
    return pageMeta({ title: titled(name), description, url, index: false });
  };
