import { expect, test } from 'vitest';

import { PRIVATE, wrongHeaders } from '#server/http/testing-headers.ts';
import { askWith, openProgram } from '#server/testing-api.ts';
import { sharedByTests } from '#server/testing-ends.ts';

import { RIGHT_CALLS } from './testing-contract-calls.ts';
import { filled, judgeOf, openContractWorld, type ContractWorld } from './testing-contract.ts';

const opened = sharedByTests(openContractWorld);

test('answers every valid call with the documented status, body and headers', async () => {
  const world = opened();
  const judge = judgeOf(world.document);
  expect(Object.keys(RIGHT_CALLS).toSorted()).toEqual(world.operations.map(({ name }) => name).toSorted());
  const wrong: string[] = [];
  for (const [name, of] of Object.entries(RIGHT_CALLS)) {
    const operation = world.operations.find((one) => one.name === name);
    if (!operation) throw new Error(`There is no ${name}`);
    const { ids = {}, query = '', body, program = world.program } = await of(world);
    const path = filled(operation.path, { ...world.ids, ...ids }) + query;
    const answer = await program.ask(operation.method, path, { body });
    const problem =
      answer.status >= 300
        ? `${answer.status} ${JSON.stringify(answer.body)}`
        : judge(operation, answer) || wrongHeaders(answer.headers, PRIVATE).join(', ');
    if (problem) wrong.push(`${name}: ${problem}`);
  }
  expect(wrong).toEqual([]);
});

/** Calls every endpoint with its own ids, so that only the credentials can cause an error. */
const everywhere = async (
  world: ContractWorld,
  ask: (operation: ContractWorld['operations'][number], path: string) => Promise<string | null>,
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const operation of world.operations) {
    const problem = await ask(operation, filled(operation.path, world.ids));
    if (problem) wrong.push(`${operation.name}: ${problem}`);
  }
  return wrong;
};

test('refuses every endpoint without a key, without its scope, and for data of another seller', async () => {
  const world = opened();
  const { shop, seller, stranger } = world;
  const judge = judgeOf(world.document);
  const nobody = askWith(shop, null);
  const without = await everywhere(world, async (operation, path) => {
    const answer = await nobody(operation.method, path);
    return answer.status === 401 ? judge(operation, answer) : `answered ${answer.status}`;
  });
  const weak = await openProgram(shop, seller, { scopes: ['analytics:read'] });
  const other = await openProgram(shop, seller, { scopes: ['pages:read'] });
  const unscoped = await everywhere(world, async (operation, path) => {
    const [scope] = operation.security.flatMap(({ key }) => key);
    if (scope === undefined) return null;
    const { ask } = scope === 'analytics:read' ? other : weak;
    const answer = await ask(operation.method, path);
    if (answer.body.error?.code !== 'scope_missing') return `answered ${answer.status}`;
    return answer.body.error['scope'] === scope ? judge(operation, answer) : 'names another scope';
  });
  const foreign = await everywhere(world, async (operation, path) => {
    if (!operation.path.includes('{')) return null;
    const { query = '', body } = (await RIGHT_CALLS[operation.name]?.(world)) ?? {};
    const answer = await stranger.ask(operation.method, path + query, { body });
    return answer.status === 404 ? judge(operation, answer) : `answered ${answer.status}`;
  });
  expect({ without, unscoped, foreign }).toEqual({ without: [], unscoped: [], foreign: [] });
});
