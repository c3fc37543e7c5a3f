import latin from '../../styles/fonts/archivo.woff2?url&no-inline';

/** Preloads the UI font together with the document. For a route's `links`. */
export const archivoPreload = {
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  href: latin,
  crossOrigin: 'anonymous',
} as const;
