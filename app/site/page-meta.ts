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
  url?: string;
  type?: 'website' | 'article';
  image?: SocialImage;
};

/** Title, description, social tags and canonical link of a page. */
export function pageMeta(page: Page): MetaDescriptor[] {
  const { title, description = SITE.description, url, type = 'website', image = SITE_IMAGE } = page;
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
  ];
}

/** Titles of the screens behind the sign-in. */
export const titled = (name: string): string => `${name} · ${SITE.name}`;
