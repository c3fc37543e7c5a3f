/** Rows of the identity matrix for deliverables. Used by tests only. */
import { createDeliverableSettings } from '#domain/deliverable.ts';

import { call, createPage, forSellers, newPageRequest, type MatrixRow, type TestEnv } from './page-rows.ts';

const DELIVERABLE = { name: 'Course', settings: createDeliverableSettings('link') };

const deliverableRequest =
  (name: string, body: object = {}) =>
  async (testEnv: TestEnv) => {
    const pageId = await createPage(testEnv);
    const { deliverable } = (await testEnv.owner.rpc('create-deliverable', { pageId, ...DELIVERABLE })).body;
    return { path: `/functions/v1/${name}`, body: { deliverableId: deliverable.id, ...body } };
  };

export const DELIVERABLE_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/list-deliverables': {
    statuses: forSellers(200, 404),
    request: call('list-deliverables', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/create-deliverable': {
    statuses: forSellers(200, 404),
    request: newPageRequest('create-deliverable', DELIVERABLE),
  },
  'POST /functions/v1/update-deliverable': {
    statuses: forSellers(200, 404),
    request: deliverableRequest('update-deliverable', { name: 'Lessons' }),
  },
  'POST /functions/v1/remove-deliverable': {
    statuses: forSellers(200, 404),
    request: deliverableRequest('remove-deliverable'),
  },
};
