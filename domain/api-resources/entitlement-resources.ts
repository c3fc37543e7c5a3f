import { z } from 'zod';

import { DELIVERABLE_KINDS } from '../deliverable.ts';
import { ENTITLEMENT_REASONS, ENTITLEMENT_STATES, LICENSE_STATES, type OrderEntitlement } from '../entitlement.ts';
import { DateTime, objectSchema } from './base-schemas.ts';

// What orders deliver, as the REST API, webhooks and the event log show it.

const Downloads = objectSchema('Downloads', 'Downloads of a file by a buyer.', {
  count: z.number().int().describe('Number of downloads; 0 for everything that is not a file.'),
  firstAt: DateTime.nullable(),
  lastAt: DateTime.nullable(),
});

const EntitlementLicense = objectSchema('EntitlementLicense', 'License key of an entitlement.', {
  id: z.uuid().describe('ID of the license.'),
  ending: z.string().describe('Last five characters of the key.'),
  state: z.enum(LICENSE_STATES).describe('State of the license. Replaced keys are left out.'),
  activations: z
    .strictObject({
      used: z.number().int().describe('Devices on which the key is active.'),
      max: z.number().int().nullable().describe('How many are allowed; null: no limit.'),
    })
    .describe('Devices of the key.'),
});

export const Entitlement = objectSchema('Entitlement', 'A buyer’s access to something that a page delivers.', {
  id: z.uuid().describe('ID of this object.'),
  orderId: z.uuid().describe('ID of the order.'),
  lineKey: z.string().describe('Key of the line item that it belongs to.'),
  deliverableId: z.uuid().describe('ID of the deliverable.'),
  kind: z.enum(DELIVERABLE_KINDS).describe('Kind of the deliverable.'),
  name: z.string().describe('Name of the deliverable.'),
  state: z
    .enum(ENTITLEMENT_STATES)
    .describe('`waiting`: the payment has not arrived yet. `paused`: access can come back. `ended`: it is over.'),
  reason: z.enum(ENTITLEMENT_REASONS).nullable().describe('Why it is not active; null while it is.'),
  endsAt: DateTime.nullable().describe('When access ends; null if it does not, or if that is not known yet.'),
  downloads: Downloads,
  licenses: z.array(EntitlementLicense).describe('Empty for everything that is not a license key.'),
  createdAt: DateTime,
  changedAt: DateTime.describe('When its state last changed, in UTC (ISO 8601).'),
});
export type EntitlementResource = z.infer<typeof Entitlement>;

export const SentDelivery = objectSchema('SentDelivery', 'Email with what an order delivers.', {
  orderId: z.uuid().describe('ID of the order.'),
  recipient: z.string().describe('Email address.'),
});

export const toEntitlementResource = ({
  decision: _,
  licenses,
  ...entitlement
}: OrderEntitlement): EntitlementResource => ({
  ...entitlement,
  licenses: licenses.map(({ activations: used, maxActivations: max, ...license }) => ({
    ...license,
    activations: { used, max },
  })),
});
