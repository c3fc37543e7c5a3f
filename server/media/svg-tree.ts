import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** A node of a parsed file: an element, or text with its character references decoded. */
export type SvgElement = { name: string; attributes: Record<string, string>; children: SvgNode[] };
export type SvgNode = SvgElement | string;

/** Thrown for a well-formed file that is not allowed as a logo. */
export class SvgRefusal extends Error {}

export const MOST_NODES = 2_000;
const MOST_DEPTH = 20;

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

const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** Decodes the five named references of XML and numeric ones; others stay unchanged. */
const textOf = (raw: string): string =>
  raw.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED.get(String(name)) ?? whole;
    const point = hex ? Number.parseInt(String(hex), 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
      ? String.fromCodePoint(point)
      : '';
  });

type Raw = { ':@'?: Record<string, string>; '#text'?: string } & Record<string, unknown>;

/** Counts nodes while converting, so that a file with too many elements fails early. */
function nodeFrom(raw: Raw, depth: number, counter: { nodes: number }): SvgNode {
  if (typeof raw['#text'] === 'string') return textOf(raw['#text']);
  counter.nodes += 1;
  if (counter.nodes > MOST_NODES || depth > MOST_DEPTH) throw new SvgRefusal('Too many elements');
  const name = Object.keys(raw).find((key) => key !== ':@') ?? '';
  const attributes = Object.entries(raw[':@'] ?? {}).map(([key, value]) => [key, textOf(value)] as const);
  const children = (raw[name] as Raw[]).map((child) => nodeFrom(child, depth + 1, counter));
  return { name, attributes: Object.fromEntries(attributes), children };
}

/** Throws SvgRejectedError for a file with a document type or too many elements, Error for one that is not well-formed. */
export function svgTree(bytes: Uint8Array): SvgElement {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new SvgRefusal('A document type');
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw new Error(verdict.err.msg);
  const parsed = parser.parse(text) as Raw[];
  const roots = parsed
    .map((raw) => nodeFrom(raw, 1, { nodes: 0 }))
    .filter((node) => typeof node !== 'string');
  const [root] = roots;
  if (!root || roots.length > 1 || root.name !== 'svg') throw new SvgRefusal('Not one svg element');
  return root;
}
