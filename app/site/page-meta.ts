import type { MetaDescriptor } from 'react-router';

import { SITE } from '#content/site.ts';

type Page = {
  title: string;
  description?: string;
  /** The page's one address; without it the page asks not to be indexed. */
  url?: string;
};

const schemeIs = (scheme: 'light' | 'dark') => `(prefers-color-scheme: ${scheme})`;

/** What browsers and home screens show of us around every page. */
const IDENTITY: MetaDescriptor[] = [
  { tagName: 'link', rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { tagName: 'link', rel: 'apple-touch-icon', href: '/icons/apple-touch-180.png' },
  { tagName: 'link', rel: 'manifest', href: '/site.webmanifest' },
  { name: 'theme-color', media: schemeIs('light'), content: SITE.themeColor.light },
  { name: 'theme-color', media: schemeIs('dark'), content: SITE.themeColor.dark },
];

/** Title, description, social tags and canonical link of a page. */
export function pageMeta({ title, description = SITE.description, url }: Page): MetaDescriptor[] {
  if (!url) return [{ title }, ...IDENTITY, { name: 'robots', content: 'noindex' }];
  return [
    { title },
    ...IDENTITY,
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: SITE.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary' },
    { tagName: 'link', rel: 'canonical', href: url },
  ];
}

/** Titles of the screens behind the sign-in. */
export const titled = (name: string): string => `${name} · ${SITE.name}`;
