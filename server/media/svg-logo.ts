import { SVG_ATTRIBUTES, SVG_ELEMENTS, SVG_TEXT_ELEMENTS } from './svg-names.ts';
import { fitSize } from './svg-size.ts';
import { cleanStyleSheet, cleanStyle, isLocalValue } from './svg-style.ts';
import { SvgRejectedError, parseSvg, type SvgElement, type SvgNode } from './svg-tree.ts';

const MAX_USES = 50;
const isElement = (node: SvgNode): node is SvgElement => typeof node !== 'string';

/** Reduces an element to what is drawn; null for an element that is removed with its children. */
function cleanElement({ name, attributes, children }: SvgElement): SvgElement | null {
  if (!SVG_ELEMENTS.has(name)) return null;
  if (name === 'style') return cleanStyleElement(children);
  const keptChildren = children.flatMap((child): SvgNode[] => {
    if (!isElement(child)) return SVG_TEXT_ELEMENTS.has(name) ? [child] : [];
    const element = cleanElement(child);
    return element ? [element] : [];
  });
  return { name, attributes: cleanAttributes(attributes), children: keptChildren };
}

function cleanStyleElement(children: SvgNode[]): SvgElement | null {
  const styleText = cleanStyleSheet(children.map((child) => (isElement(child) ? '' : child)).join(''));
  return styleText === null ? null : { name: 'style', attributes: {}, children: [styleText] };
}

function cleanAttributes(attributes: Record<string, string>): Record<string, string> {
  const keptAttributes = Object.entries(attributes).flatMap(([key, value]): [string, string][] => {
    if (!SVG_ATTRIBUTES.has(key)) return [];
    if (key === 'style') return [[key, cleanStyle(value)]];
    if (key === 'href' || key === 'xlink:href') return /^#[\w.:-]+$/.test(value) ? [[key, value]] : [];
    return isLocalValue(value) ? [[key, value]] : [];
  });
  return Object.fromEntries(keptAttributes);
}

const withDescendants = (element: SvgElement): SvgElement[] => [
  element,
  ...element.children.filter(isElement).flatMap(withDescendants),
];

/** Nested `use` elements multiply: a few lines can keep a renderer busy for seconds. */
function rejectNestedUse(root: SvgElement): void {
  const elements = withDescendants(root);
  const uses = elements.filter(({ name }) => name === 'use');
  if (uses.length > MAX_USES) throw new SvgRejectedError('Too many use elements');
  const usedIds = new Set(
    uses.flatMap(({ attributes }) => [attributes.href, attributes['xlink:href']]).map((href) => href?.slice(1)),
  );
  const hasNestedUse = elements
    .filter(({ attributes }) => attributes.id !== undefined && usedIds.has(attributes.id))
    .some((target) => withDescendants(target).some(({ name }) => name === 'use'));
  if (hasNestedUse) throw new SvgRejectedError('A nested use');
}

/** Removes characters that XML forbids, because they would make the file unreadable. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function writeNode(node: SvgNode): string {
  if (!isElement(node)) return escapeXml(node);
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${node.name}${attributes.join('')}>${node.children.map(writeNode).join('')}</${node.name}>`;
}

/** Rewrites a logo's SVG with allowed elements only, sized to fill the box. Throws SvgRejectedError or, if unreadable, Error. */
export function cleanSvg(bytes: Uint8Array, maxSize: { width: number; height: number }): string {
  const root = cleanElement(parseSvg(bytes));
  if (!root) throw new SvgRejectedError('No svg element');
  rejectNestedUse(root);
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    'xmlns:xlink': 'http://www.w3.org/1999/xlink',
    ...root.attributes,
    ...fitSize(root.attributes, maxSize),
  };
  return writeNode({ ...root, attributes });
}
