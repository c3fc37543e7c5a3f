import { expect, test } from 'vitest';

import { createApiClient } from '#server/testing/api-client.ts';
import { sharedByTests } from '#server/testing/cleanup.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { COMMON_ERROR_TRIGGERS, type ErrorTrigger } from '../testing/api-contract-common-errors.ts';
import { DELIVERY_ERROR_TRIGGERS } from '../testing/api-contract-delivery-errors.ts';
import { INTEGRATION_ERROR_TRIGGERS } from '../testing/api-contract-integration-errors.ts';
import { LICENSE_ERROR_TRIGGERS } from '../testing/api-contract-license-errors.ts';
import { ORDER_ERROR_TRIGGERS } from '../testing/api-contract-order-errors.ts';
import { PAGE_ERROR_TRIGGERS } from '../testing/api-contract-page-errors.ts';
import { PLAN_ERROR_TRIGGERS } from '../testing/api-contract-plan-errors.ts';
import {
  fillPath,
  createResponseValidator,
  createContractTestEnv,
  needsKey,
  type ContractTestEnv,
  type Operation,
} from '../testing/api-contract.ts';
import type { Reference } from './openapi-types.ts';

const getTestEnv = sharedByTests(createContractTestEnv);

/** Triggers of errors that only single endpoints declare, by subject, endpoint and code. */
const SUBJECTS: Readonly<Record<string, Readonly<Record<string, ErrorTrigger>>>> = {
  'pages and what is on them': PAGE_ERROR_TRIGGERS,
  'deliverables and uploads': DELIVERY_ERROR_TRIGGERS,
  'orders and subscriptions': ORDER_ERROR_TRIGGERS,
  'license keys': LICENSE_ERROR_TRIGGERS,
  'domains and webhooks': INTEGRATION_ERROR_TRIGGERS,
  'the plan': PLAN_ERROR_TRIGGERS,
};
const SPECIFIC_TRIGGERS: Readonly<Record<string, ErrorTrigger>> = Object.assign({}, ...Object.values(SUBJECTS));

const listErrorCodes = ({ document }: ContractTestEnv, { responses }: Operation): string[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('4') || status.startsWith('5'))
    .flatMap(([, one]) => {
      const name = (one as Reference).$ref.split('/').at(-1) ?? '';
      return Object.keys(document.components.responses[name]?.content?.['application/json']?.examples ?? {});
    });

/** Tested for all endpoints by a test of its own. */
const RATE_LIMIT_CODE = 'rate_limited';

type DeclaredError = { operation: Operation; code: string; errorId: string };

const listDeclaredErrors = (testEnv: ContractTestEnv): DeclaredError[] =>
  testEnv.operations.flatMap((operation) =>
    listErrorCodes(testEnv, operation).map((code) => ({
      operation,
      code,
      errorId: `${operation.name} ${code}`,
    })),
  );

/** Triggers errors one after the other and returns those whose response differs from the documentation. */
async function triggerErrors(
  testEnv: ContractTestEnv,
  errors: readonly (DeclaredError & { trigger: ErrorTrigger })[],
): Promise<string[]> {
  const validateResponse = createResponseValidator(testEnv.document);
  const failures: string[] = [];
  for (const { operation, code, errorId, trigger } of errors) {
    const call = await trigger(testEnv, operation);
    const { ids = {}, query = '', body, headers = {}, apiClient = testEnv.apiClient } = call;
    const path = fillPath(operation.path, { ...testEnv.ids, ...ids }) + query;
    const answer = await apiClient.send(operation.method, path, { body, headers });
    testEnv.faultyStripe.clearFaults();
    const receivedCode = answer.body.error?.code ?? answer.status;
    const failure = receivedCode === code ? validateResponse(operation, answer) : `answered ${receivedCode}`;
    if (failure) failures.push(`${errorId}: ${failure}`);
  }
  return failures;
}

test('triggers every documented error of every endpoint and no undocumented one', () => {
  const declared = listDeclaredErrors(getTestEnv());
  const errorIds = new Set(declared.map(({ errorId }) => errorId));
  const untested = declared.filter(
    ({ code, errorId }) =>
      code !== RATE_LIMIT_CODE && !SPECIFIC_TRIGGERS[errorId] && !Object.hasOwn(COMMON_ERROR_TRIGGERS, code),
  );
  const undeclared = Object.keys(SPECIFIC_TRIGGERS).filter((errorId) => !errorIds.has(errorId));
  expect({ untested: untested.map(({ errorId }) => errorId), undeclared }).toEqual({
    untested: [],
    undeclared: [],
  });
});

test.for(Object.entries(COMMON_ERROR_TRIGGERS))(
  'answers %s as documented at every endpoint that declares it',
  async ([code, trigger]) => {
    const testEnv = getTestEnv();
    const errors = listDeclaredErrors(testEnv).filter((one) => one.code === code && !SPECIFIC_TRIGGERS[one.errorId]);
    expect(errors.length).toBeGreaterThan(0);
    expect(
      await triggerErrors(
        testEnv,
        errors.map((one) => ({ ...one, trigger })),
      ),
    ).toEqual([]);
  },
);

test.for(Object.entries(SUBJECTS))('answers errors about %s as documented', async ([, triggers]) => {
  const testEnv = getTestEnv();
  const declared = new Map(listDeclaredErrors(testEnv).map((one) => [one.errorId, one]));
  const errors = Object.entries(triggers).flatMap(([errorId, trigger]) => {
    const one = declared.get(errorId);
    return one ? { ...one, trigger } : [];
  });
  expect(await triggerErrors(testEnv, errors)).toEqual([]);
});

test('applies the rate limit at every endpoint that needs a key and says when it resets', async () => {
  const testEnv = getTestEnv();
  const validateResponse = createResponseValidator(testEnv.document);
  // A fixed clock, so that no minute ends during the test.
  const now = new Date();
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, realNow: () => now });
  const { send: ask } = await createApiClient(app, await app.signUpSeller());
  for (let remaining = 1; remaining > 0;) {
    const { status, headers } = await ask('GET', '/keys/current');
    expect(status).toBe(200);
    remaining = Number(headers.get('ratelimit-remaining'));
  }
  const failures: string[] = [];
  for (const operation of testEnv.operations.filter(needsKey)) {
    const answer = await ask(operation.method, fillPath(operation.path, testEnv.ids), {
      body: operation.method === 'GET' ? undefined : {},
    });
    const failure = answer.status === 429 ? validateResponse(operation, answer) : `answered ${answer.status}`;
    if (failure) failures.push(`${operation.name}: ${failure}`);
  }
  expect(failures).toEqual([]);
});
