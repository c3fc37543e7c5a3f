import { expect, test } from 'vitest';

import { openProgram } from '#server/testing-api.ts';
import { sharedByTests } from '#server/testing-ends.ts';
import { openShop } from '#server/testing.ts';

import type { Reference } from './openapi-types.ts';
import { EVERYWHERE, type Provoke } from './testing-contract-everywhere.ts';
import { ORDER_REFUSALS } from './testing-contract-refusals-orders.ts';
import { PAGE_REFUSALS } from './testing-contract-refusals-pages.ts';
import { PLAN_REFUSALS } from './testing-contract-refusals-plan.ts';
import { REACH_REFUSALS } from './testing-contract-refusals-reach.ts';
import {
  filled,
  judgeOf,
  openContractWorld,
  type ContractWorld,
  type Operation,
} from './testing-contract.ts';

const opened = sharedByTests(openContractWorld);

/** By endpoint and code: what single endpoints declare. */
const REFUSALS: Readonly<Record<string, Provoke>> = {
  ...PAGE_REFUSALS,
  ...ORDER_REFUSALS,
  ...REACH_REFUSALS,
  ...PLAN_REFUSALS,
};

const codesOf = ({ document }: ContractWorld, { responses }: Operation): string[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('4') || status.startsWith('5'))
    .flatMap(([, one]) => {
      const name = (one as Reference).$ref.split('/').at(-1) ?? '';
      return Object.keys(document.components.responses[name]?.content?.['application/json'].examples ?? {});
    });

/** Brought about for all endpoints by the second test. */
const BY_PACE = 'rate_limited';

test('every declared error of every endpoint can be brought about, and answers as it is promised', async () => {
  const world = opened();
  const judge = judgeOf(world.document);
  const wrong: string[] = [];
  const knock = async (operation: Operation, code: string, provoke: Provoke) => {
    const call = await provoke(world, operation);
    const { ids = {}, query = '', body, headers = {}, program = world.program } = call;
    const path = filled(operation.path, { ...world.ids, ...ids }) + query;
    const answer = await program.ask(operation.method, path, { body, headers });
    world.road.mend();
    const found = answer.body.error?.code ?? answer.status;
    const problem = found === code ? judge(operation, answer) : `answered ${found}`;
    if (problem) wrong.push(`${operation.name} ${code}: ${problem}`);
  };
  const declared = world.operations.flatMap((operation) =>
    codesOf(world, operation)
      .filter((code) => code !== BY_PACE)
      .map((code) => ({ operation, code, place: `${operation.name} ${code}` })),
  );
  const everywhere: Readonly<Record<string, Provoke>> = EVERYWHERE;
  for (const { operation, code, place } of declared) {
    const provoke = everywhere[code];
    if (REFUSALS[place]) continue;
    if (provoke) await knock(operation, code, provoke);
    else wrong.push(`${place}: nothing brings it about`);
  }
  for (const [place, provoke] of Object.entries(REFUSALS)) {
    const one = declared.find((other) => other.place === place);
    if (one) await knock(one.operation, one.code, provoke);
    else wrong.push(`${place}: it is not declared`);
  }
  expect(wrong).toEqual([]);
});

test('the pace of a shop holds at every endpoint, and says when it is over', async () => {
  const world = opened();
  const judge = judgeOf(world.document);
  const shop = await openShop({ env: { RATE_LIMITS: 'live' } });
  const { ask } = await openProgram(shop, await shop.seller());
  for (let left = 1; left > 0;) {
    const { status, headers } = await ask('GET', '/key');
    expect(status).toBe(200);
    left = Number(headers.get('ratelimit-remaining'));
  }
  const wrong: string[] = [];
  for (const operation of world.operations) {
    const answer = await ask(operation.method, filled(operation.path, world.ids), {
      body: operation.method === 'GET' ? undefined : {},
    });
    const problem = answer.status === 429 ? judge(operation, answer) : `answered ${answer.status}`;
    if (problem) wrong.push(`${operation.name}: ${problem}`);
  }
  expect(wrong).toEqual([]);
});
