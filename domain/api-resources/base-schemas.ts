import { z } from 'zod';

/** A component of the OpenAPI document. */
export const objectSchema = <F extends z.ZodRawShape>(id: string, description: string, fields: F) =>
  z.strictObject(fields).meta({ id, description });

export const DateTime = z.iso.datetime().describe('Date and time in UTC (ISO 8601).');
export const MinorUnits = z.number().int().describe('Amount in minor units of the currency: 2610 means $26.10 in USD.');
export const CurrencyCode = z.string().meta({ description: 'ISO 4217 currency code in uppercase.', examples: ['USD'] });
