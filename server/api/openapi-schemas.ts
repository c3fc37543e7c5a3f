import { z } from 'zod';

import type { JsonSchema } from './openapi-types.ts';

type Direction = 'input' | 'output';

/** Formats that need no pattern: it would only add the length. */
const SELF_DESCRIBING_FORMATS = ['uuid', 'date-time', 'date'];

/** Collects the schemas of a document. Schemas with an `id` become components, which appear once. */
export class DocumentSchemas {
  readonly #found: Record<Direction, Map<string, JsonSchema>> = { input: new Map(), output: new Map() };

  /** `input` schemas describe requests, where defaults may be missing; `output` schemas describe responses. */
  toJsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    for (const [name, definition] of Object.entries($defs)) this.#found[io].set(name, normalizeSchema(definition, io));
    return normalizeSchema(root, io);
  }

  /** Returns all components, and the document with references to their final names. */
  resolveReferences<T>(document: T): { schemas: Record<string, JsonSchema>; document: T } {
    const differingNames = this.#differing();
    const nameOf = (name: string, io: Direction) =>
      io === 'input' && differingNames.has(name) ? `${name}Input` : name;
    const withReferences = <V>(value: V): V =>
      JSON.parse(JSON.stringify(value), (key, node: unknown) => {
        const match = key === '$ref' ? /^#\/\$defs\/(input|output)\/(.+)$/.exec(String(node)) : null;
        return match ? `#/components/schemas/${nameOf(match[2] ?? '', match[1] as Direction)}` : node;
      }) as V;
    const schemas: Record<string, JsonSchema> = {};
    for (const io of ['output', 'input'] as const)
      for (const [name, schema] of this.#found[io]) schemas[nameOf(name, io)] = withReferences(schema);
    const sorted = Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return { schemas: Object.fromEntries(sorted), document: withReferences(document) };
  }

  /** Names of components whose input and output schemas differ, in themselves or in their parts. */
  #differing(): Set<string> {
    const { input, output } = this.#found;
    const texts = new Map([...input].map(([name, schema]) => [name, JSON.stringify(schema)]));
    const isSame = (name: string) =>
      texts.get(name)?.replaceAll('#/$defs/input/', '#/$defs/output/') === JSON.stringify(output.get(name));
    const differing = new Set([...input.keys()].filter((name) => output.has(name) && !isSame(name)));
    for (let before = -1; before !== differing.size;) {
      before = differing.size;
      for (const [name, text] of texts)
        if (output.has(name) && [...differing].some((one) => text.includes(`"#/$defs/input/${one}"`)))
          differing.add(name);
    }
    return differing;
  }
}

/** Adds the direction to references until the final component names are known. */
const normalizeSchema = (schema: unknown, io: Direction): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, node: unknown) => {
    if (key === '$ref') return String(node).replace('#/$defs/', `#/$defs/${io}/`);
    return isIntegerLimit(key, node) ? undefined : withoutPattern(node);
  }) as JsonSchema;

/** Limits of every JavaScript integer. */
const isIntegerLimit = (key: string, node: unknown): boolean =>
  (key === 'minimum' && node === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && node === Number.MAX_SAFE_INTEGER);

function withoutPattern(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('pattern' in node) || !('format' in node)) return node;
  const { pattern: _, ...rest } = node;
  return SELF_DESCRIBING_FORMATS.includes(String(node.format)) ? rest : node;
}
