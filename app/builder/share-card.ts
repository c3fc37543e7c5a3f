/** Social card of a page, as networks read it from its metadata. */
export type ShareCard = { title: string; description: string; image: string; site: string; host: string };

/** Parses the card from public HTML as a crawler would; null if the page has none. */
export function parseShareCard(html: string, url: string): ShareCard | null {
  const head = new DOMParser().parseFromString(html, 'text/html').head;
  const readMeta = (property: string) =>
    head.querySelector(`meta[property="${property}"], meta[name="${property}"]`)?.getAttribute('content') ?? '';
  const [title, image] = [readMeta('og:title'), readMeta('og:image')];
  if (!title || !image) return null;
  const { host, origin } = new URL(url);
  // The app's own host may have another name in this browser.
  const imageUrl = new URL(image, origin);
  return {
    title,
    description: readMeta('og:description'),
    image: imageUrl.pathname + imageUrl.search,
    site: readMeta('og:site_name'),
    host,
  };
}
