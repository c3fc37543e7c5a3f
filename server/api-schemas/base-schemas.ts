import { z } from 'zod';

/** Resolves to the schema only if its type and T are identical. */
type Exact<T, S extends z.ZodType> = [z.infer<S>] extends [T] ? ([T] extends [z.infer<S>] ? S : never) : never;

/** Resolves to the fields only if the type of their object and T are identical. */
type ExactFields<T, F extends z.ZodRawShape> = [z.infer<z.ZodObject<F, z.core.$strict>>] extends [T]
  ? [T] extends [z.infer<z.ZodObject<F, z.core.$strict>>]
    ? F
    : never
  : never;

/** Checks at compile time that a schema matches a type exactly. */
export const exactSchema =
  <T>() =>
  <S extends z.ZodType>(schema: Exact<T, S>): S =>
    schema;

/** A component of the OpenAPI document: an object whose type is exactly T. */
export const objectSchema =
  <T>() =>
  <F extends z.ZodRawShape>(id: string, description: string, fields: ExactFields<T, F>) =>
    z.strictObject(fields as F).meta({ id, description });

export const DateTime = z.iso.datetime().describe('Date and time in UTC (ISO 8601).');
export const MinorUnits = z.number().int().describe('Amount in minor units of the currency: 2610 means $26.10 in USD.');
export const CurrencyCode = z.string().meta({ description: 'ISO 4217 currency code in uppercase.', examples: ['USD'] });
