import type { Page } from './visitor.ts';

type Block = Record<string, unknown> & { '@type'?: string };

const findElements = (page: Page, selector: string): Element[] => [...page.document.querySelectorAll(selector)];

/** The texts of all matching elements, with collapsed whitespace; a line break counts as a space. */
export const listTexts = (page: Page, selector: string): string[] =>
  findElements(page, selector).map((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const lineBreak of copy.querySelectorAll('br')) lineBreak.replaceWith(' ');
    return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  });

/** One attribute of all matching elements. */
export const listAttributes = (page: Page, selector: string, name: string): (string | null)[] =>
  findElements(page, selector).map((element) => element.getAttribute(name));

/** Reads the metadata for search engines and social networks. Throws on a duplicate tag. */
export function readMetadata(page: Page) {
  const attribute = (selector: string, name: string): string | null => {
    const [value = null, ...duplicates] = listAttributes(page, selector, name);
    if (duplicates.length > 0) throw new Error(`${selector} is there ${duplicates.length + 1} times`);
    return value;
  };
  return {
    title: page.document.title,
    meta: (name: string) => attribute(`head meta[name="${name}"], head meta[property="${name}"]`, 'content'),
    link: (rel: string) => attribute(`head link[rel="${rel}"]`, 'href'),
    structuredData: findElements(page, 'script[type="application/ld+json"]').map(
      ({ textContent }) => JSON.parse(textContent ?? '') as Block,
    ),
  };
}

/** Reads the width and height from the header of a PNG file. */
export async function readPngSize(response: Response): Promise<[number, number]> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
