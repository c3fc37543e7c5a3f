import { z } from 'zod';

import type { JsonSchema } from './openapi-types.ts';

type Direction = 'input' | 'output';

/** Formats that need no pattern: it would only add the length. */
const PLAIN_FORMATS = ['uuid', 'date-time', 'date'];

/** Collects the schemas of a document. Schemas with an `id` become components, which appear once. */
export class DocumentSchemas {
  readonly #found: Record<Direction, Map<string, JsonSchema>> = { input: new Map(), output: new Map() };

  /** `input` schemas describe requests, where defaults may be missing; `output` schemas describe responses. */
  of(schema: z.ZodType, io: Direction): JsonSchema {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    for (const [name, definition] of Object.entries($defs)) this.#found[io].set(name, tidy(definition, io));
    return tidy(root, io);
  }

  /** Returns all components, and the document with references to their final names. */
  settle<T>(document: T): { schemas: Record<string, JsonSchema>; document: T } {
    const twice = this.#differing();
    const nameOf = (name: string, io: Direction) =>
      io === 'input' && twice.has(name) ? `${name}Input` : name;
    const settled = <V>(value: V): V =>
      JSON.parse(JSON.stringify(value), (key, part: unknown) => {
        const found = key === '$ref' ? /^#\/\$defs\/(input|output)\/(.+)$/.exec(String(part)) : null;
        return found ? `#/components/schemas/${nameOf(found[2] ?? '', found[1] as Direction)}` : part;
      }) as V;
    const schemas: Record<string, JsonSchema> = {};
    for (const io of ['output', 'input'] as const)
      for (const [name, schema] of this.#found[io]) schemas[nameOf(name, io)] = settled(schema);
    const sorted = Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return { schemas: Object.fromEntries(sorted), document: settled(document) };
  }

  /** Names of components whose input and output schemas differ, in themselves or in their parts. */
  #differing(): Set<string> {
    const { input, output } = this.#found;
    const texts = new Map([...input].map(([name, schema]) => [name, JSON.stringify(schema)]));
    const same = (name: string) =>
      texts.get(name)?.replaceAll('#/$defs/input/', '#/$defs/output/') === JSON.stringify(output.get(name));
    const differing = new Set([...input.keys()].filter((name) => output.has(name) && !same(name)));
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
const tidy = (schema: unknown, io: Direction): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, part: unknown) => {
    if (key === '$ref') return String(part).replace('#/$defs/', `#/$defs/${io}/`);
    return isSelfEvident(key, part) ? undefined : withoutPattern(part);
  }) as JsonSchema;

/** Limits of every JavaScript integer. */
const isSelfEvident = (key: string, part: unknown): boolean =>
  (key === 'minimum' && part === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && part === Number.MAX_SAFE_INTEGER);

function withoutPattern(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('pattern' in part) || !('format' in part)) return part;
  const { pattern: _, ...rest } = part;
  return PLAIN_FORMATS.includes(String(part.format)) ? rest : part;
}
