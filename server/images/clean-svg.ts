import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** A node of a parsed file: an element, or text with its character references decoded. */
export type SvgElement = { name: string; attributes: Record<string, string>; children: SvgNode[] };
export type SvgNode = SvgElement | string;

/** Thrown for a well-formed file that is not allowed as a logo. */
export class SvgRejectedError extends Error {}

export const MAX_NODES = 2_000;
const MAX_DEPTH = 20;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

const NAMED_REFERENCES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** Decodes the five named references of XML and numeric ones; others stay unchanged. */
const decodeReferences = (raw: string): string =>
  raw.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (match, hex, decimal, name) => {
    if (name) return NAMED_REFERENCES.get(String(name)) ?? match;
    const codePoint = hex ? Number.parseInt(String(hex), 16) : Number(decimal);
    return codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff)
      ? String.fromCodePoint(codePoint)
      : '';
  });

type RawNode = { ':@'?: Record<string, string>; '#text'?: string } & Record<string, unknown>;

/** Counts nodes while converting, so that a file with too many elements fails early. */
function toNode(raw: RawNode, depth: number, counter: { nodes: number }): SvgNode {
  if (typeof raw['#text'] === 'string') return decodeReferences(raw['#text']);
  counter.nodes += 1;
  if (counter.nodes > MAX_NODES || depth > MAX_DEPTH) throw new SvgRejectedError('Too many elements');
  const name = Object.keys(raw).find((key) => key !== ':@') ?? '';
  const attributes = Object.entries(raw[':@'] ?? {}).map(([key, value]) => [key, decodeReferences(value)] as const);
  const children = (raw[name] as RawNode[]).map((child) => toNode(child, depth + 1, counter));
  return { name, attributes: Object.fromEntries(attributes), children };
}

/** Throws SvgRejectedError for a file with a document type or too many elements, Error for one that is not well-formed. */
export function parseSvg(bytes: Uint8Array): SvgElement {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new SvgRejectedError('A document type');
  const validation = XMLValidator.validate(text);
  if (validation !== true) throw new Error(validation.err.msg);
  const parsed = parser.parse(text) as RawNode[];
  const roots = parsed.map((raw) => toNode(raw, 1, { nodes: 0 })).filter((node) => typeof node !== 'string');
  const [root] = roots;
  if (!root || roots.length > 1 || root.name !== 'svg') throw new SvgRejectedError('Not one svg element');
  return root;
}

const LOCAL_URL = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi;
const EXTERNAL_VALUE = /url\(|@import|expression\(|image\(|image-set\(|\\/i;
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g;

/** Returns whether a value refers to its own file only. Escapes are refused, because logos do not need them. */
const isLocalValue = (value: string): boolean => !EXTERNAL_VALUE.test(value.replace(LOCAL_URL, ''));

const isAllowed = (declaration: string): boolean =>
  isLocalValue(declaration) && !/^\s*(?:-\w+-)?(?:filter|backdrop-filter|mask[\w-]*)\s*:/i.test(declaration);

/** Removes filters, masks and external references from a style attribute. */
const cleanStyle = (style: string): string => style.replace(COMMENT, ' ').split(';').filter(isAllowed).join(';');

/** Removes filters and masks from a style sheet; null for one that imports or refers to a URL. */
function cleanStyleSheet(styleSheet: string): string | null {
  const withoutComments = styleSheet.replace(COMMENT, ' ');
  if (/url\(|@import|\\/i.test(withoutComments)) return null;
  return withoutComments.replace(/(?:filter|mask[\w-]*)\s*:[^;}]*/gi, '');
}

/** Pixels per unit of length, at 96 per inch. Percentages and font units have no size in a file on its own. */
const UNITS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};
const DEFAULT_SIZE = { width: 300, height: 150 };

type Size = { width: number; height: number };

/** Returns whether arithmetic and rendering can handle the length. */
const isUsableLength = (length: number): boolean => length >= 1e-6 && length <= 1e9;

function parsePixels(length: string | undefined): number | null {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '');
  const pixels = Number(match?.[1]) * (UNITS[match?.[2]?.toLowerCase() ?? '?'] ?? Number.NaN);
  return isUsableLength(pixels) ? pixels : null;
}

function parseViewBoxSize(viewBox: string | undefined): Size | null {
  const [x, y, width = 0, height = 0] = (viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const isValid = Number.isFinite(x) && Number.isFinite(y) && isUsableLength(width) && isUsableLength(height);
  return isValid ? { width, height } : null;
}

function intrinsicSize(attributes: Record<string, string>): Size {
  const box = parseViewBoxSize(attributes.viewBox);
  const width = parsePixels(attributes.width);
  const height = parsePixels(attributes.height);
  if (width && height) return { width, height };
  if (!box) return { width: width ?? DEFAULT_SIZE.width, height: height ?? DEFAULT_SIZE.height };
  if (width) return { width, height: (width * box.height) / box.width };
  if (height) return { width: (height * box.width) / box.height, height };
  return box;
}

/** Width, height and viewBox that make a drawing fill the box, even one without a size. */
function fitSize(attributes: Record<string, string>, maxSize: Size): Record<string, string> {
  const intrinsic = intrinsicSize(attributes);
  const scale = Math.min(maxSize.width / intrinsic.width, maxSize.height / intrinsic.height);
  const pixels = (length: number) => String(Math.max(1, Math.round(length * scale)));
  return {
    viewBox: parseViewBoxSize(attributes.viewBox)
      ? (attributes.viewBox ?? '')
      : `0 0 ${intrinsic.width} ${intrinsic.height}`,
    width: pixels(intrinsic.width),
    height: pixels(intrinsic.height),
  };
}

const toNameSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements that a logo may contain. Others are removed with their children. */
const SVG_ELEMENTS = toNameSet(`
  svg g defs symbol use switch title desc style
  path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath`);

/** Elements whose text content is kept. */
const SVG_TEXT_ELEMENTS = toNameSet('title desc style text tspan textPath');

/** Attributes that a logo may contain. `href` and `style` are checked further. */
const SVG_ATTRIBUTES = toNameSet(`
  id class style transform href xlink:href xml:space
  x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height d points viewBox preserveAspectRatio rotate
  textLength lengthAdjust startOffset offset
  gradientUnits gradientTransform spreadMethod stop-color stop-opacity clipPathUnits clip-path clip-rule
  fill fill-opacity fill-rule opacity color display visibility overflow paint-order vector-effect
  stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset shape-rendering text-rendering
  font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing
  text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction
  unicode-bidi`);

const MAX_USES = 50;
const isElement = (node: SvgNode): node is SvgElement => typeof node !== 'string';

/** Reduces an element to what is drawn; null for an element that is removed with its children. */
function cleanElement({ name, attributes, children }: SvgElement): SvgElement | null {
  if (!SVG_ELEMENTS.has(name)) return null;
  if (name === 'style') return cleanStyleElement(children);
  const cleanChildren = children.flatMap((child): SvgNode[] => {
    if (!isElement(child)) return SVG_TEXT_ELEMENTS.has(name) ? [child] : [];
    const element = cleanElement(child);
    return element ? [element] : [];
  });
  return { name, attributes: cleanAttributes(attributes), children: cleanChildren };
}

function cleanStyleElement(children: SvgNode[]): SvgElement | null {
  const styleText = cleanStyleSheet(children.map((child) => (isElement(child) ? '' : child)).join(''));
  return styleText === null ? null : { name: 'style', attributes: {}, children: [styleText] };
}

function cleanAttributes(attributes: Record<string, string>): Record<string, string> {
  const safeAttributes = Object.entries(attributes).flatMap(([key, value]): [string, string][] => {
    if (!SVG_ATTRIBUTES.has(key)) return [];
    if (key === 'style') return [[key, cleanStyle(value)]];
    if (key === 'href' || key === 'xlink:href') return /^#[\w.:-]+$/.test(value) ? [[key, value]] : [];
    return isLocalValue(value) ? [[key, value]] : [];
  });
  return Object.fromEntries(safeAttributes);
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
