/** What a network reads in the head of a page. */
export type ShareCard = { title: string; description: string; image: string; site: string; host: string };

/** From a public document, as a network's robot would find it; null where it offers no card. */
export function cardFrom(html: string, url: string): ShareCard | null {
  const head = new DOMParser().parseFromString(html, 'text/html').head;
  const told = (property: string) =>
    head.querySelector(`meta[property="${property}"], meta[name="${property}"]`)?.getAttribute('content') ??
    '';
  const [title, image] = [told('og:title'), told('og:image')];
  if (!title || !image) return null;
  const { host, origin } = new URL(url);
  // Our own address may go by another name in this browser.
  const picture = new URL(image, origin);
  return {
    title,
    description: told('og:description'),
    image: picture.pathname + picture.search,
    site: told('og:site_name'),
    host,
  };
}
