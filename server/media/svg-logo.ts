import { SVG_ATTRIBUTES, SVG_ELEMENTS, SVG_TEXTS } from './svg-names.ts';
import { fittedSize } from './svg-size.ts';
import { cleanSheet, cleanStyle, isLocalValue } from './svg-style.ts';
import { SvgRefusal, svgTree, type SvgElement, type SvgNode } from './svg-tree.ts';

const MOST_USES = 50;
const isElement = (node: SvgNode): node is SvgElement => typeof node !== 'string';

/** Reduces an element to what is drawn; null for an element that is removed with its children. */
function cleaned({ name, attributes, children }: SvgElement): SvgElement | null {
  if (!SVG_ELEMENTS.has(name)) return null;
  if (name === 'style') return cleanedSheet(children);
  const kept = children.flatMap((child): SvgNode[] => {
    if (!isElement(child)) return SVG_TEXTS.has(name) ? [child] : [];
    const element = cleaned(child);
    return element ? [element] : [];
  });
  return { name, attributes: cleanedAttributes(attributes), children: kept };
}

function cleanedSheet(children: SvgNode[]): SvgElement | null {
  const sheet = cleanSheet(children.map((child) => (isElement(child) ? '' : child)).join(''));
  return sheet === null ? null : { name: 'style', attributes: {}, children: [sheet] };
}

function cleanedAttributes(attributes: Record<string, string>): Record<string, string> {
  const kept = Object.entries(attributes).flatMap(([key, value]): [string, string][] => {
    if (!SVG_ATTRIBUTES.has(key)) return [];
    if (key === 'style') return [[key, cleanStyle(value)]];
    if (key === 'href' || key === 'xlink:href') return /^#[\w.:-]+$/.test(value) ? [[key, value]] : [];
    return isLocalValue(value) ? [[key, value]] : [];
  });
  return Object.fromEntries(kept);
}

const withDescendants = (element: SvgElement): SvgElement[] => [
  element,
  ...element.children.filter(isElement).flatMap(withDescendants),
];

/** Nested `use` elements multiply: a few lines can keep a renderer busy for seconds. */
function refuseNestedUse(root: SvgElement): void {
  const all = withDescendants(root);
  const uses = all.filter(({ name }) => name === 'use');
  if (uses.length > MOST_USES) throw new SvgRefusal('Too many use elements');
  const used = new Set(
    uses
      .flatMap(({ attributes }) => [attributes.href, attributes['xlink:href']])
      .map((href) => href?.slice(1)),
  );
  const nested = all
    .filter(({ attributes }) => attributes.id !== undefined && used.has(attributes.id))
    .some((target) => withDescendants(target).some(({ name }) => name === 'use'));
  if (nested) throw new SvgRefusal('A nested use');
}

/** Removes characters that XML forbids, because they would make the file unreadable. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function written(node: SvgNode): string {
  if (!isElement(node)) return escaped(node);
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${node.name}${attributes.join('')}>${node.children.map(written).join('')}</${node.name}>`;
}

/** Rewrites a logo's SVG with allowed elements only, sized to fill the box. Throws SvgRejectedError or, if unreadable, Error. */
export function cleanSvg(bytes: Uint8Array, most: { width: number; height: number }): string {
  const root = cleaned(svgTree(bytes));
  if (!root) throw new SvgRefusal('No svg element');
  refuseNestedUse(root);
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    'xmlns:xlink': 'http://www.w3.org/1999/xlink',
    ...root.attributes,
    ...fittedSize(root.attributes, most),
  };
  return written({ ...root, attributes });
}
