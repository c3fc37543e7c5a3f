import { z } from 'zod';

import type { JsonSchema } from './openapi-types.ts';

type Direction = 'input' | 'output';

/** Formats that need no pattern: it would only add the length. */
const SELF_DESCRIBING_FORMATS = ['uuid', 'date-time', 'date'];

/** Collects the schemas of a document. Schemas with an `id` become components, which appear once. */
export class DocumentSchemas {
  readonly #found: Record<Direction, Map<string, JsonSchema>> = { input: new Map(), output: new Map() };
  readonly #isStrict: boolean;

  /** `isStrict`: objects refuse unknown fields everywhere. Otherwise only request bodies do, because responses may get new ones. */
  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  /** `input` schemas describe requests, where defaults may be missing; `output` schemas describe responses. */
  toJsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    for (const [name, definition] of Object.entries($defs))
      this.#found[io].set(name, this.#open(normalizeSchema(definition, io)));
    return io === 'input' ? normalizeSchema(root, io) : this.openEnums(this.#open(normalizeSchema(root, io)));
  }

  /** A component can be part of responses, so it allows fields that later versions add. */
  #open(schema: JsonSchema): JsonSchema {
    if (this.#isStrict) return schema;
    const withoutClosing = (key: string, node: unknown) =>
      key === 'additionalProperties' && node === false ? undefined : node;
    return JSON.parse(JSON.stringify(schema), withoutClosing) as JsonSchema;
  }

  /** Marks the enums of responses as open: later versions may add values. */
  openEnums(schema: JsonSchema): JsonSchema {
    if (this.#isStrict) return schema;
    return JSON.parse(JSON.stringify(schema), (_, node: unknown) => openEnum(node)) as JsonSchema;
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
      for (const [name, schema] of this.#found[io])
        schemas[nameOf(name, io)] ??= withReferences(io === 'output' ? this.openEnums(schema) : schema);
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

/** Extensions with which generators of SDKs accept values that the enum does not have. */
function openEnum(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('enum' in node) || !Array.isArray(node.enum)) return node;
  return { ...node, 'x-extensible-enum': node.enum, 'x-speakeasy-unknown-values': 'allow' };
}

/** Adds the direction to references until the final component names are known. */
const normalizeSchema = (schema: unknown, io: Direction): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, node: unknown) => {
    if (key === '$ref') return String(node).replace('#/$defs/', `#/$defs/${io}/`);
    return isIntegerLimit(key, node) ? undefined : collapseNullable(withoutPattern(node));
  }) as JsonSchema;

/** Limits of every JavaScript integer. */
const isIntegerLimit = (key: string, node: unknown): boolean =>
  (key === 'minimum' && node === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && node === Number.MAX_SAFE_INTEGER);

function withoutPattern(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('pattern' in node) || !('format' in node)) return node;
  const { pattern: _, ...rest } = node;
  return SELF_DESCRIBING_FORMATS.includes(String(node.format)) ? rest : node;
}

/** Writes a nullable scalar as one schema with two types, which generators understand best. */
function collapseNullable(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('anyOf' in node) || !Array.isArray(node.anyOf)) return node;
  const { anyOf, ...rest } = node;
  const [schema, nullSchema, ...others] = anyOf as (JsonSchema | undefined)[];
  const isScalar = typeof schema?.type === 'string' && !['object', 'array'].includes(schema.type);
  if (!schema || !isScalar || nullSchema?.type !== 'null' || others.length > 0) return node;
  const choices = Array.isArray(schema.enum) && { enum: [...(schema.enum as unknown[]), null] };
  return { ...schema, ...choices, type: [schema.type, 'null'], ...rest };
}
