import { expect, test } from 'vitest';

import { sendWith, createApiClient } from '#server/testing/api-client.ts';
import { sharedByTests } from '#server/testing/cleanup.ts';
import { PRIVATE_EXPECTED, listWrongHeaders } from '#server/testing/expected-headers.ts';

import { VALID_CALLS } from '../testing/api-contract-calls.ts';
import {
  fillPath,
  createResponseValidator,
  createContractTestEnv,
  needsKey,
  takesBytes,
  type ContractTestEnv,
  type Operation,
} from '../testing/api-contract.ts';
import {
  listFieldPaths,
  normalizeExample,
  readRecordedExamples,
  type RecordedExamples,
  writeRecordedExamples,
} from '../testing/record-examples.ts';

const getTestEnv = sharedByTests(createContractTestEnv);

/** Browsers of any site may call public operations. */
const getExpectedHeaders = (operation: Operation) =>
  needsKey(operation) ? PRIVATE_EXPECTED : { ...PRIVATE_EXPECTED, 'access-control-allow-origin': '*' };

test('answers every valid call with the documented status, body and headers', async () => {
  const testEnv = getTestEnv();
  const validateResponse = createResponseValidator(testEnv.document);
  expect(Object.keys(VALID_CALLS).toSorted()).toEqual(testEnv.operations.map(({ name }) => name).toSorted());
  const failures: string[] = [];
  const examples: RecordedExamples = {};
  for (const [name, buildCall] of Object.entries(VALID_CALLS)) {
    const operation = testEnv.operations.find((one) => one.name === name);
    if (!operation) throw new Error(`There is no ${name}`);
    const { ids = {}, query = '', body, headers = {}, apiClient = testEnv.apiClient } = await buildCall(testEnv);
    const path = fillPath(operation.path, { ...testEnv.ids, ...ids }) + query;
    const answer = await apiClient.send(operation.method, path, { body, headers });
    const hasJsonBody = body !== undefined && !takesBytes(operation);
    const example = { ...(hasJsonBody && { request: body }), response: answer.body };
    examples[operation.operationId] = normalizeExample(example, testEnv.app.context.config.appUrl);
    const failure =
      answer.status >= 300
        ? `${answer.status} ${JSON.stringify(answer.body)}`
        : validateResponse(operation, answer) ||
          listWrongHeaders(answer.headers, getExpectedHeaders(operation)).join(', ');
    if (failure) failures.push(`${name}: ${failure}`);
  }
  expect(failures).toEqual([]);
  if (process.env.RECORD_EXAMPLES) writeRecordedExamples(examples);
  // Values differ from run to run, so only the fields are compared.
  expect(listFieldPaths(readRecordedExamples())).toEqual(listFieldPaths(examples));
});

/** Calls every endpoint that needs a key with its own ids, so that only the credentials can cause an error. */
const callEverywhere = async (
  testEnv: ContractTestEnv,
  send: (operation: ContractTestEnv['operations'][number], path: string) => Promise<string | null>,
): Promise<string[]> => {
  const failures: string[] = [];
  for (const operation of testEnv.operations.filter(needsKey)) {
    const failure = await send(operation, fillPath(operation.path, testEnv.ids));
    if (failure) failures.push(`${operation.name}: ${failure}`);
  }
  return failures;
};

test('refuses every endpoint without a key, without its scope, and for data of another seller', async () => {
  const testEnv = getTestEnv();
  const { app, seller, stranger } = testEnv;
  const validateResponse = createResponseValidator(testEnv.document);
  const callWithoutKey = sendWith(app, null);
  const without = await callEverywhere(testEnv, async (operation, path) => {
    const answer = await callWithoutKey(operation.method, path);
    return answer.status === 401 ? validateResponse(operation, answer) : `answered ${answer.status}`;
  });
  const analyticsClient = await createApiClient(app, seller, { scopes: ['analytics:read'] });
  const pagesClient = await createApiClient(app, seller, { scopes: ['pages:read'] });
  const unscoped = await callEverywhere(testEnv, async (operation, path) => {
    const [scope] = operation.security.flatMap(({ key }) => key);
    if (scope === undefined) return null;
    const { send: ask } = scope === 'analytics:read' ? pagesClient : analyticsClient;
    const answer = await ask(operation.method, path);
    if (answer.body.error?.code !== 'scope_missing') return `answered ${answer.status}`;
    return answer.body.error.requiredScope === scope ? validateResponse(operation, answer) : 'names another scope';
  });
  const foreign = await callEverywhere(testEnv, async (operation, path) => {
    if (!operation.path.includes('{')) return null;
    const { query = '', body, headers = {} } = (await VALID_CALLS[operation.name]?.(testEnv)) ?? {};
    const answer = await stranger.send(operation.method, path + query, { body, headers });
    return answer.status === 404 ? validateResponse(operation, answer) : `answered ${answer.status}`;
  });
  expect({ without, unscoped, foreign }).toEqual({ without: [], unscoped: [], foreign: [] });
});
