import latin from '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2?url&no-inline';

/** Fetches the face of every screen of ours together with its document, for a route's `links`. */
export const archivoPreload = {
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  href: latin,
  crossOrigin: 'anonymous',
} as const;
