import type { MetaDescriptor } from 'react-router';

import { SITE } from '#content/site.ts';

import { IDENTITY } from './identity.ts';

type Page = {
  title: string;
  description?: string;
  /** The page's one address; without it the page asks not to be indexed. */
  url?: string;
  type?: 'website' | 'article';
};

/** Title, description, social tags and canonical link of a page. */
export function pageMeta({
  title,
  description = SITE.description,
  url,
  type = 'website',
}: Page): MetaDescriptor[] {
  if (!url) return [{ title }, ...IDENTITY, { name: 'robots', content: 'noindex' }];
  return [
    { title },
    ...IDENTITY,
    { name: 'description', content: description },
    { property: 'og:type', content: type },
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
