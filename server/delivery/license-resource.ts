import { webhookSentences } from '#content/messages/webhook-sentences.ts';
import type { License, LicenseActivation } from '#domain/api-resources/license-resources.ts';
import { getLicenseState } from '#domain/entitlement.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import type { Activation, LicenseDetails } from '#server/delivery/queries/licenses.ts';
import { emitWebhooks } from '#server/webhooks/emit-webhooks.ts';
import { quoteName } from '#server/webhooks/event-sentences.ts';

/** A license as the API and webhooks show it. */
export const toLicenseResource = ({ license, ...details }: LicenseDetails, now: Date): License => ({
  id: license.id,
  deliverableId: license.deliverableId,
  deliverableName: details.deliverableName,
  pageId: details.pageId,
  ending: license.ending,
  state: getLicenseState(license, now),
  activations: { used: details.activationCount, max: license.maxActivations },
  expiresAt: license.expiresAt?.toISOString() ?? null,
  orderId: details.orderId,
  buyerEmail: details.buyerEmail,
  createdAt: license.createdAt.toISOString(),
  assignedAt: license.assignedAt?.toISOString() ?? null,
});

export const toActivationResource = (activation: Activation): LicenseActivation => ({
  id: activation.id,
  licenseId: activation.licenseId,
  label: activation.label,
  ipPrefix: activation.ipPrefix,
  createdAt: activation.createdAt.toISOString(),
  endedAt: activation.endedAt?.toISOString() ?? null,
});

/** A device that was added to a license, or removed from it. */
export type DeviceChange = { type: 'license.activated' | 'license.deactivated'; activation: Activation };

const SENTENCES: Record<DeviceChange['type'], (facts: { product: string }) => string> = {
  'license.activated': webhookSentences.licenseActivated,
  'license.deactivated': webhookSentences.licenseDeactivated,
};

/**
 * Emits the event of a device in the transaction of the change; `details`: the license after it. Returns whether the caller
 * must wake the `deliveries` worker after the commit.
 */
export function emitDeviceChange(
  context: Context,
  tx: Db,
  details: LicenseDetails,
  { type, activation }: DeviceChange,
): Promise<boolean> {
  const at = context.now();
  const { sellerId, id: subject } = details.license;
  const event = {
    sellerId,
    key: `${type} ${activation.id}`,
    type,
    subject,
    orderNumber: details.orderNumber,
    at,
    data: { license: toLicenseResource(details, at), activation: toActivationResource(activation) },
    sentence: SENTENCES[type]({ product: quoteName(details.deliverableName) }),
  };
  return emitWebhooks(context, tx, [event]);
}
