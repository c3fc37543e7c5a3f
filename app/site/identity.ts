import type { MetaDescriptor } from 'react-router';

import { SITE } from '#content/site.ts';

const matchColorScheme = (scheme: 'light' | 'dark') => `(prefers-color-scheme: ${scheme})`;

/** Icons, manifest and theme colors of every page. */
export const SITE_ICON_META: readonly MetaDescriptor[] = [
  { tagName: 'link', rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { tagName: 'link', rel: 'apple-touch-icon', href: '/icons/apple-touch-180.png' },
  { tagName: 'link', rel: 'manifest', href: '/site.webmanifest' },
  { name: 'theme-color', media: matchColorScheme('light'), content: SITE.themeColor.light },
  { name: 'theme-color', media: matchColorScheme('dark'), content: SITE.themeColor.dark },
];
