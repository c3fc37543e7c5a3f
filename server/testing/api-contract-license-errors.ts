/** Triggers of errors about license keys. For tests only. */
import { MAX_KEYS } from '#domain/deliverable.ts';

import type { ErrorTrigger } from './api-contract-common-errors.ts';
import { fillKeyList, insertKeyDeliverable } from './licenses.ts';

const sendUnknownKey: ErrorTrigger = ({ ids }) => ({
  body: { key: 'KILN-NONE', deliverableId: ids.deliverableId, fingerprint: 'laptop' },
});

export const LICENSE_ERROR_TRIGGERS: Readonly<Record<string, ErrorTrigger>> = {
  'POST /licenses/check license_unknown': ({ ids }) => ({
    body: { key: 'KILN-NONE', deliverableId: ids.deliverableId },
  }),
  'POST /licenses/activate license_unknown': sendUnknownKey,
  'POST /licenses/deactivate license_unknown': sendUnknownKey,
  'POST /licenses/activate license_used_up': async ({ apiClient, ids }) => {
    await apiClient.send('PATCH', `/licenses/${ids.licenseId}`, { body: { maxActivations: 1 } });
    return { body: { key: ids.licenseKey, deliverableId: ids.deliverableId, fingerprint: 'another device' } };
  },
  'POST /deliverables/{deliverableId}/license-keys license_key_limit_reached': async (testEnv) => {
    const { app, seller, ids } = testEnv;
    const page = { app, seller, pageId: ids.pageId ?? '' };
    const deliverableId = await insertKeyDeliverable(page, { source: 'list' });
    await fillKeyList({ app, seller }, deliverableId, MAX_KEYS);
    return { ids: { deliverableId }, body: { keys: ['ONE-TOO-MANY'] } };
  },
};
