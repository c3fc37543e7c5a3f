import { z } from 'zod';

import { ShopError } from '#domain/errors.ts';

import { API_KEY_ANYWHERE } from './api-key-text.ts';

const IN_THE_ADDRESS =
  'A key does not belong into the address, which is written down along the way. Revoke this one, and send the next one as “Authorization: Bearer twk_…”.';
const KEY_NAMES = ['key', 'api_key', 'apikey', 'access_token', 'token', 'authorization'];

const problem = (message: string, of: string): ShopError =>
  new ShopError('invalid_request', { message, facts: { problems: [`${of}: ${message}`] } });

/** Throws AppError if the URL contains an API key, valid or not. */
export function checkNoKeyIn(url: URL): void {
  const texts = [decoded(url.pathname), ...[...url.searchParams].flat()];
  const named = [...url.searchParams.keys()].some((name) => KEY_NAMES.includes(name.toLowerCase()));
  if (named || texts.some((text) => text.search(API_KEY_ANYWHERE) >= 0))
    throw problem(IN_THE_ADDRESS, 'address');
}

/** Decodes a URL component. Returns the text unchanged if it is malformed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses query parameters by their schema. Throws AppError 'invalid_request'. */
export function readQuery(schema: z.ZodObject, params: URLSearchParams): unknown {
  const known = Object.keys(schema.shape);
  for (const name of new Set(params.keys())) {
    if (!known.includes(name))
      throw problem(
        known.length > 0
          ? `There is no such parameter here. There are: ${known.join(', ')}.`
          : 'There are no parameters here.',
        JSON.stringify(name.slice(0, 40)),
      );
    if (params.getAll(name).length > 1) throw problem('This stands there more than once.', name);
  }
  return typedParts(schema, Object.fromEntries(params));
}

/** Converts URL texts to the types of their schemas and validates them. Throws AppError 'invalid_request'. */
export function typedParts(schema: z.ZodObject, texts: Record<string, string>): unknown {
  const typed = Object.entries(texts).map(([name, text]) => {
    // The database cannot store this character, so nothing of that name exists.
    if (text.includes('\0')) throw problem('There may be no NUL in it.', name);
    return [name, typedText(schema.shape[name], text)];
  });
  const parsed = schema.safeParse(Object.fromEntries(typed));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ShopError('invalid_request', { facts: { problems } });
}

function typedText(schema: unknown, text: string): unknown {
  const wanted = innermost(schema);
  if (wanted instanceof z.ZodNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (wanted instanceof z.ZodBoolean && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

const innermost = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? innermost(schema.unwrap())
    : schema;
