import { z } from 'zod';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { AppError, isAppError } from '#domain/errors.ts';
import { describeIssues } from '#domain/input-problems.ts';
import { parseJson } from '#server/http/read-json.ts';

import { API_KEY_PATTERN } from '../core/api-key-format.ts';
import { toInputError } from './api-error.ts';

// Reads the input of a request by the schemas of its endpoint. Everything throws AppError 'invalid_request'.

const KEY_NAMES = ['key', 'api_key', 'apikey', 'access_token', 'token', 'authorization'];

export const toInvalidRequest = (path: string, code: string, message: string): AppError =>
  new AppError('invalid_request', { facts: { problems: [{ path, code, message }] } });

/** Refuses a URL that contains an API key, valid or not. */
export function assertNoKeyInUrl(url: URL): void {
  const texts = [safeDecode(url.pathname), ...[...url.searchParams].flat()];
  const keyParam = [...url.searchParams.keys()].find((name) => KEY_NAMES.includes(name.toLowerCase()));
  if (keyParam !== undefined || texts.some((text) => text.search(API_KEY_PATTERN) >= 0))
    throw toInvalidRequest(keyParam ?? 'url', 'key_in_url', apiErrorMessages.keyInUrl);
}

/** Decodes a URL component. Returns the text unchanged if it is malformed. */
export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses query parameters by their schema. */
export function readQuery(schema: z.ZodObject, params: URLSearchParams): unknown {
  const allowedNames = Object.keys(schema.shape);
  for (const name of new Set(params.keys())) {
    if (!allowedNames.includes(name))
      throw toInvalidRequest(
        name.slice(0, 40),
        'unknown_parameter',
        allowedNames.length > 0
          ? apiErrorMessages.unknownParameter({ allowed: allowedNames.join(', ') })
          : apiErrorMessages.noParameters,
      );
    if (params.getAll(name).length > 1)
      throw toInvalidRequest(name, 'repeated_parameter', apiErrorMessages.repeatedParameter);
  }
  return parseTexts(schema, Object.fromEntries(params));
}

/** Converts URL texts to the types of their schemas and validates them. */
export function parseTexts(schema: z.ZodObject, texts: Record<string, string>): unknown {
  const convertedTexts = Object.entries(texts).map(([name, text]) => {
    // The database cannot store this character, so nothing of that name exists.
    if (text.includes('\0')) throw toInvalidRequest(name, 'invalid_format', apiErrorMessages.nulCharacter);
    return [name, convertText(schema.shape[name], text)];
  });
  const parsed = schema.safeParse(Object.fromEntries(convertedTexts));
  if (parsed.success) return parsed.data;
  // A value of a list is a part of its parameter.
  const problems = describeIssues(parsed.error).map(({ path, ...rest }) => ({
    path: path.split('.')[0] ?? '',
    ...rest,
  }));
  throw new AppError('invalid_request', { facts: { problems } });
}

function convertText(schema: unknown, text: string): unknown {
  const innerSchema = unwrapSchema(schema);
  if (innerSchema instanceof z.ZodNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (innerSchema instanceof z.ZodArray) return text.split(',');
  if (innerSchema instanceof z.ZodBoolean && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

const unwrapSchema = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? unwrapSchema(schema.unwrap())
    : schema;

const EmptyBody = z.strictObject({});

/** Parses the JSON body. An endpoint without a schema accepts an empty object. */
export function readBody(schema: z.ZodType | null, text: string): unknown {
  const parsed = (schema ?? EmptyBody).safeParse(parseBody(text));
  if (!parsed.success) throw toInputError(parsed.error);
  return parsed.data;
}

function parseBody(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw isAppError(error) ? toInvalidRequest('body', 'invalid_json', apiErrorMessages.invalidJson) : error;
  }
}
