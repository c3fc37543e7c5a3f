/** Support of the API's contract tests: an app with data of every kind, and the OpenAPI document. For tests only. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { openProgram, type ApiAnswer, type TestProgram } from '#server/testing-api.ts';
import { claimed, openDomainWorld, type DomainWorld } from '#server/testing-domains.ts';
import { openRoad, type Road } from '#server/testing-faults.ts';
import { buy } from '#server/testing-orders.ts';
import { sellerOnTrial } from '#server/testing-plans.ts';
import type { TestSeller } from '#server/testing.ts';

import type { ApiDocument, ApiOperation } from './openapi-types.ts';

export type Operation = ApiOperation & { method: string; path: string; name: string };

/** Values of path parameters. */
export type Ids = Record<string, string>;

export type ContractWorld = DomainWorld & {
  document: ApiDocument;
  operations: readonly Operation[];
  /** Injects faults into calls to Stripe. */
  road: Road;
  seller: TestSeller;
  /** API client of the seller with every scope. */
  program: TestProgram;
  /** API client of a seller in a Stripe trial. */
  onTrial: TestProgram;
  /** API client of another seller, who has no data. */
  stranger: TestProgram;
  ids: Ids;
};

const SCOPELESS = '{pageId}';

export async function openContractWorld(): Promise<ContractWorld> {
  const road = openRoad();
  const world = await openDomainWorld({}, { aroundProvider: road.aroundProvider });
  const { shop } = world;
  const document = (await (await shop.request('/api/v1/openapi.json')).json()) as ApiDocument;
  const seller = await shop.seller();
  const program = await openProgram(shop, seller);
  const trialist = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  const stranger = await shop.seller();
  await stranger.takePlan();
  return {
    ...world,
    document,
    operations: operationsOf(document),
    road,
    seller,
    program,
    onTrial: await openProgram(shop, trialist),
    stranger: await openProgram(shop, stranger),
    ids: await fill(world, seller, program),
  };
}

/** Caches what `create` returns, once for each test environment. */
export function inEachWorld<T>(
  make: (world: ContractWorld) => Promise<T>,
): (world: ContractWorld) => Promise<T> {
  const made = new WeakMap<ContractWorld, Promise<T>>();
  return (world) => {
    const there = made.get(world) ?? make(world);
    made.set(world, there);
    return there;
  };
}

const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([lower, operation]) => {
      const method = lower.toUpperCase();
      return { ...operation, method, path, name: `${method} ${path}` };
    }),
  );

type Created = Record<string, { id: string }>;

async function fill(world: DomainWorld, seller: TestSeller, program: TestProgram): Promise<Ids> {
  const { shop } = world;
  // Created before the first sale, so that there are deliveries.
  const page = await seller.publish({}, 'taller');
  const endpoint = await program.ask<Created>('POST', '/webhooks', {
    body: { url: 'https://hooks.till.example.com/in' },
  });
  const club = { paymentType: 'subscription', productName: 'Club' } as const;
  await seller.publish(club, 'club');
  await buy(shop, 'taller');
  await buy(shop, 'club');
  await buy(shop, 'taller', { email: 'second@example.com' });
  const endpointId = endpoint.body.endpoint?.id ?? '';
  const domain = await claimed(seller, 'pay.till.example.com', page.pageId);
  await program.ask('POST', `/pages/${page.pageId}/coupons`, { body: COUPON });
  const listed = async (path: string) =>
    (await program.ask<{ data: { id: string; product?: { billing: string | null } }[] }>('GET', path)).body
      .data;
  const orders = await listed('/orders');
  return {
    pageId: page.pageId,
    orderId: orders.find(({ product }) => product?.billing === null)?.id ?? '',
    subscriptionId: (await listed('/subscriptions'))[0]?.id ?? '',
    endpointId,
    deliveryId: (await listed(`/webhooks/${endpointId}/deliveries`))[0]?.id ?? '',
    domainId: domain.id,
    keyId: program.keyId,
    number: '1',
    code: COUPON.code,
  };
}

export const COUPON = { code: 'LAUNCH20', discount: 20, type: 'percentage' } as const;

export const configWith = (change: Partial<CheckoutPageConfig>): CheckoutPageConfig => ({
  ...emptyConfig(),
  ...change,
});

/** Fills the parameters of a path. */
export const filled = (path: string, ids: Ids): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? SCOPELESS));

/** Returns a check of a response against the document. Its result names the difference; null if there is none. */
export function judgeOf(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The types describe a default export that differs between ESM and CommonJS.
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addSchema({ ...document, $id: 'api' } as object);
  return ({ path, method, responses }: Operation, { status, headers, body }: ApiAnswer<unknown>) => {
    const said = responses[String(status)];
    if (!said) return `${status} is not promised: ${JSON.stringify(body)}`;
    const place =
      '$ref' in said ? said.$ref : `#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${status}`;
    const response = '$ref' in said ? document.components.responses[said.$ref.split('/').at(-1) ?? ''] : said;
    const missing = Object.keys(response?.headers ?? {}).filter(
      (name) => name !== 'Idempotent-Replayed' && !headers.has(name),
    );
    if (missing.length > 0) return `${status} has no ${missing.join(', ')}`;
    const fits = ajv.getSchema(`api${place}/content/application~1json/schema`);
    if (!fits) return `${status} has no schema`;
    return fits(body)
      ? null
      : `${status}: ${ajv.errorsText(fits.errors)} ${JSON.stringify(body).slice(0, 600)}`;
  };
}

const pointer = (path: string): string =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');
