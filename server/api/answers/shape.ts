import { z } from 'zod';

/** Resolves to the schema only if its type and T are identical. */
type Same<T, S extends z.ZodType> = [z.infer<S>] extends [T] ? ([T] extends [z.infer<S>] ? S : never) : never;

/** Checks at compile time that a schema matches a type exactly. */
export const shapeOf =
  <T>() =>
  <S extends z.ZodType>(schema: Same<T, S>): S =>
    schema;

export const Moment = z.iso.datetime().meta({ description: 'A moment in UTC, ISO 8601.' });
export const MinorUnits = z
  .number()
  .int()
  .meta({ description: 'An amount in minor units of the currency: 2610 USD is $26.10.' });
export const CurrencyCode = z
  .string()
  .meta({ description: 'ISO 4217 in capital letters.', examples: ['USD'] });
