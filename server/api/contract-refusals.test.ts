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

/** Triggers of errors that only single endpoints declare, by subject, endpoint and code. */
const SUBJECTS: Readonly<Record<string, Readonly<Record<string, Provoke>>>> = {
  'pages and what is on them': PAGE_REFUSALS,
  'orders and subscriptions': ORDER_REFUSALS,
  'domains and webhooks': REACH_REFUSALS,
  'the plan': PLAN_REFUSALS,
};
const SINGLE: Readonly<Record<string, Provoke>> = Object.assign({}, ...Object.values(SUBJECTS));

const codesOf = ({ document }: ContractWorld, { responses }: Operation): string[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('4') || status.startsWith('5'))
    .flatMap(([, one]) => {
      const name = (one as Reference).$ref.split('/').at(-1) ?? '';
      return Object.keys(document.components.responses[name]?.content?.['application/json'].examples ?? {});
    });

/** Tested for all endpoints by a test of its own. */
const BY_PACE = 'rate_limited';

type Declared = { operation: Operation; code: string; place: string };

const declaredIn = (world: ContractWorld): Declared[] =>
  world.operations.flatMap((operation) =>
    codesOf(world, operation).map((code) => ({ operation, code, place: `${operation.name} ${code}` })),
  );

/** Triggers errors one after the other and returns those whose response differs from the documentation. */
async function broughtAbout(
  world: ContractWorld,
  those: readonly (Declared & { provoke: Provoke })[],
): Promise<string[]> {
  const judge = judgeOf(world.document);
  const wrong: string[] = [];
  for (const { operation, code, place, provoke } of those) {
    const call = await provoke(world, operation);
    const { ids = {}, query = '', body, headers = {}, program = world.program } = call;
    const path = filled(operation.path, { ...world.ids, ...ids }) + query;
    const answer = await program.ask(operation.method, path, { body, headers });
    world.road.mend();
    const found = answer.body.error?.code ?? answer.status;
    const problem = found === code ? judge(operation, answer) : `answered ${found}`;
    if (problem) wrong.push(`${place}: ${problem}`);
  }
  return wrong;
}

test('triggers every documented error of every endpoint and no undocumented one', () => {
  const declared = declaredIn(opened());
  const places = new Set(declared.map(({ place }) => place));
  const unshown = declared.filter(
    ({ code, place }) => code !== BY_PACE && !SINGLE[place] && !Object.hasOwn(EVERYWHERE, code),
  );
  const undeclared = Object.keys(SINGLE).filter((place) => !places.has(place));
  expect({ unshown: unshown.map(({ place }) => place), undeclared }).toEqual({ unshown: [], undeclared: [] });
});

test.for(Object.entries(EVERYWHERE))(
  'answers %s as documented at every endpoint that declares it',
  async ([code, provoke]) => {
    const world = opened();
    const those = declaredIn(world).filter((one) => one.code === code && !SINGLE[one.place]);
    expect(those.length).toBeGreaterThan(0);
    expect(
      await broughtAbout(
        world,
        those.map((one) => ({ ...one, provoke })),
      ),
    ).toEqual([]);
  },
);

test.for(Object.entries(SUBJECTS))(
  'answers errors about %s as documented',
  async ([, refusals]) => {
    const world = opened();
    const declared = new Map(declaredIn(world).map((one) => [one.place, one]));
    const those = Object.entries(refusals).flatMap(([place, provoke]) => {
      const one = declared.get(place);
      return one ? { ...one, provoke } : [];
    });
    expect(await broughtAbout(world, those)).toEqual([]);
  },
);

test('applies the rate limit at every endpoint and says when it resets', async () => {
  const world = opened();
  const judge = judgeOf(world.document);
  // A fixed clock, so that no minute ends during the test.
  const now = new Date();
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, realNow: () => now });
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
