import { z } from 'zod';

import { ExternalId as ExternalIdInput } from '../checkout-link.ts';
import { MODES } from '../payment-mode.ts';
import { objectSchema } from './base-schemas.ts';

export const Mode = z.enum(MODES).meta({ id: 'Mode', description: '`live`: real money.' });

export const BillingInterval = z
  .enum(['weekly', 'monthly', 'yearly'])
  .meta({ id: 'BillingInterval', description: 'How often a subscription is paid.' });

/** Responses accept any stored value; `MetadataInput` has the limits. */
export const Metadata = z
  .record(z.string(), z.string())
  .meta({ id: 'Metadata', description: 'Your own data. Buyers never see it.' });

export const ExternalId = z.string().describe('Your own ID.');

/** Fields that a program may set on pages and orders. */
export const clearableExternalId = ExternalIdInput.nullable().describe('Your own ID; null removes it.');

export const Deleted = objectSchema('Deleted', 'Confirmation of a deletion.', {
  id: z.string().describe('ID of the deleted object.'),
  deleted: z.literal(true).describe('Always true.'),
});

export const Link = objectSchema('Link', 'Link to open in a browser. It expires soon.', {
  url: z.string().describe('Open it in a browser.'),
});
