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
