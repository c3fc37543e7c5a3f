import type { Page } from './visitor.ts';

type Block = Record<string, unknown> & { '@type'?: string };

const elements = (page: Page, selector: string): Element[] => [...page.document.querySelectorAll(selector)];

/** The texts of all elements that match, with single spaces, also where a line ends. */
export const textsOf = (page: Page, selector: string): string[] =>
  elements(page, selector).map((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const lineBreak of copy.querySelectorAll('br')) lineBreak.replaceWith(' ');
    return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  });

/** One attribute of all elements that match. */
export const attributesOf = (page: Page, selector: string, name: string): (string | null)[] =>
  elements(page, selector).map((element) => element.getAttribute(name));

/** What search engines and social networks read in a document. Throws when a tag is there twice. */
export function metadataOf(page: Page) {
  const attribute = (selector: string, name: string): string | null => {
    const [found = null, ...others] = attributesOf(page, selector, name);
    if (others.length > 0) throw new Error(`${selector} is there ${others.length + 1} times`);
    return found;
  };
  return {
    title: page.document.title,
    meta: (name: string) => attribute(`head meta[name="${name}"], head meta[property="${name}"]`, 'content'),
    link: (rel: string) => attribute(`head link[rel="${rel}"]`, 'href'),
    structuredData: elements(page, 'script[type="application/ld+json"]').map(
      ({ textContent }) => JSON.parse(textContent ?? '') as Block,
    ),
  };
}

/** Width and height of a PNG file, from its header. */
export async function pngSize(response: Response): Promise<[number, number]> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
