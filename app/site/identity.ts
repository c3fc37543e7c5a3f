import type { MetaDescriptor } from 'react-router';

import { SITE } from '#content/site.ts';

const schemeIs = (scheme: 'light' | 'dark') => `(prefers-color-scheme: ${scheme})`;

/** Icons, manifest and theme colors of every page. */
export const IDENTITY: readonly MetaDescriptor[] = [
  { tagName: 'link', rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { tagName: 'link', rel: 'apple-touch-icon', href: '/icons/apple-touch-180.png' },
  { tagName: 'link', rel: 'manifest', href: '/site.webmanifest' },
  { name: 'theme-color', media: schemeIs('light'), content: SITE.themeColor.light },
  { name: 'theme-color', media: schemeIs('dark'), content: SITE.themeColor.dark },
];
