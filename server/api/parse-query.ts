import { z } from 'zod';

import { AppError } from '#domain/errors.ts';

import { API_KEY_PATTERN } from '../core/api-key-format.ts';

const KEY_IN_URL_MESSAGE =
  'A key does not belong into the address, which is written down along the way. Revoke this one, and send the next one as “Authorization: Bearer twk_…”.';
const KEY_NAMES = ['key', 'api_key', 'apikey', 'access_token', 'token', 'authorization'];

const toInvalidRequest = (message: string, field: string): AppError =>
  new AppError('invalid_request', { message, facts: { problems: [`${field}: ${message}`] } });

/** Throws AppError if the URL contains an API key, valid or not. */
export function assertNoKeyInUrl(url: URL): void {
  const texts = [safeDecode(url.pathname), ...[...url.searchParams].flat()];
  const hasKeyParam = [...url.searchParams.keys()].some((name) => KEY_NAMES.includes(name.toLowerCase()));
  if (hasKeyParam || texts.some((text) => text.search(API_KEY_PATTERN) >= 0))
    throw toInvalidRequest(KEY_IN_URL_MESSAGE, 'address');
}

/** Decodes a URL component. Returns the text unchanged if it is malformed. */
export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses query parameters by their schema. Throws AppError 'invalid_request'. */
export function readQuery(schema: z.ZodObject, params: URLSearchParams): unknown {
  const allowedNames = Object.keys(schema.shape);
  for (const name of new Set(params.keys())) {
    if (!allowedNames.includes(name))
      throw toInvalidRequest(
        allowedNames.length > 0
          ? `There is no such parameter here. There are: ${allowedNames.join(', ')}.`
          : 'There are no parameters here.',
        JSON.stringify(name.slice(0, 40)),
      );
    if (params.getAll(name).length > 1) throw toInvalidRequest('This stands there more than once.', name);
  }
  return parseTexts(schema, Object.fromEntries(params));
}

/** Converts URL texts to the types of their schemas and validates them. Throws AppError 'invalid_request'. */
export function parseTexts(schema: z.ZodObject, texts: Record<string, string>): unknown {
  const convertedTexts = Object.entries(texts).map(([name, text]) => {
    // The database cannot store this character, so nothing of that name exists.
    if (text.includes('\0')) throw toInvalidRequest('There may be no NUL in it.', name);
    return [name, convertText(schema.shape[name], text)];
  });
  const parsed = schema.safeParse(Object.fromEntries(convertedTexts));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new AppError('invalid_request', { facts: { problems } });
}

function convertText(schema: unknown, text: string): unknown {
  const innerSchema = unwrapSchema(schema);
  if (innerSchema instanceof z.ZodNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (innerSchema instanceof z.ZodBoolean && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

const unwrapSchema = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? unwrapSchema(schema.unwrap())
    : schema;
