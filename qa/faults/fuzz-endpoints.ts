import { z } from 'zod';

import documentRoutes from '#app/routes.ts';
import { API_ENDPOINTS, API_PATH } from '#server/api/api-endpoints.ts';
import { RPC_FUNCTIONS } from '#server/routes/rpc-functions.ts';

import { startInProcessApp } from '../lib/in-process-app.ts';
import type { Schema } from './fuzz-values.ts';

/** One endpoint and its input. Its path contains `:name` or `{name}` for parameters. */
export type FuzzEndpoint = {
  method: string;
  path: string;
  query: Schema;
  /** Null: no body. */
  body: { as: 'json' | 'form' | 'text'; schema: Schema } | null;
  /** The required authentication. */
  by: 'session' | 'key';
};

const schemaOf = (type: z.ZodType): Schema => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;

const NO_FIELDS: Schema = { type: 'object', properties: {} };
/** Space-separated names. */
const texts = (names: string): Schema => ({
  type: 'object',
  properties: Object.fromEntries(names.split(' ').map((name) => [name, { type: 'string' }])),
});

const functions = (): FuzzEndpoint[] =>
  RPC_FUNCTIONS.map(({ name, body }) => ({
    method: 'POST',
    path: `/functions/v1/${name}`,
    query: NO_FIELDS,
    body: { as: 'json', schema: schemaOf(body) },
    by: 'session',
  }));

const endpoints = (): FuzzEndpoint[] =>
  API_ENDPOINTS.map(({ method, path, query, body }) => ({
    method,
    path: API_PATH + path,
    query: schemaOf(query),
    body: method === 'GET' ? null : { as: 'json', schema: body ? schemaOf(body) : NO_FIELDS },
    by: 'key',
  }));

const string = { type: 'string' };
const email = { type: 'string', format: 'email' };
const record = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
});

/** Schemas of bodies as the client sends them; other endpoints get bodies of any shape. */
const AUTH_BODIES: Record<string, Schema> = {
  '/signup': record({ email, password: string }),
  '/token': {
    anyOf: [
      record({ email, password: string }),
      record({ refresh_token: string }),
      record({ auth_code: string, code_verifier: string }),
      record({ provider: { enum: ['google', 'apple', 'github'] }, id_token: string, nonce: string }),
    ],
  },
  '/user': record({ email: string, password: string, phone: string, data: record({ name: string }) }, []),
  '/recover': record({ email }),
  '/resend': record({ type: { enum: ['signup', 'email_change', 'sms'] }, email: string }),
  '/verify': record({
    type: { enum: ['signup', 'recovery', 'magiclink', 'email_change'] },
    token_hash: string,
  }),
  '/factors': record({ factor_type: { enum: ['totp', 'phone', 'webauthn'] }, friendly_name: string, phone: string }, [
    'factor_type',
  ]),
  '/factors/:id/challenge': record({ channel: { enum: ['sms', 'whatsapp'] } }, []),
  '/factors/:id/verify': record({ challenge_id: { type: 'string', format: 'uuid' }, code: string }),
  '/passkeys/:id': record({ friendly_name: string }),
};

const AUTH_QUERY = texts('grant_type scope provider redirect_to state code error code_challenge flow_type');
const DOCUMENT_QUERY = texts(
  'coupon notice canceled plan amount attempt session_id order page tab token q search from to range origin returnTo said step v domain f.name _routes',
);
const FORM = texts(
  'intent email terms coupon code attempt version expected plan amount token f.name answer customer_email number expiry cvc country by to action name',
);

/** Documents have no schema: their queries and forms use these parameter names. */
function documents(): FuzzEndpoint[] {
  type Node = { path?: string; index?: boolean; children?: readonly Node[] };
  const pathsOf = (nodes: readonly Node[], above = ''): string[] =>
    nodes.flatMap((node) => {
      const path = node.path ? `${above}/${node.path}` : above;
      return node.children ? pathsOf(node.children, path) : [path || '/'];
    });
  const paths = pathsOf(documentRoutes as readonly Node[]).map((path) => path.replace('*', ':anything'));
  const read = (path: string): FuzzEndpoint => ({
    method: 'GET',
    path,
    query: DOCUMENT_QUERY,
    body: null,
    by: 'session',
  });
  const posted = (path: string): FuzzEndpoint => ({
    ...read(path),
    method: 'POST',
    body: { as: 'form', schema: FORM },
  });
  const forms = paths.filter((path) => /^\/(c|checkout|subscription|purchases)/.test(path));
  return [
    ...paths.map(read),
    ...paths.map((path) => read(`${path === '/' ? '/_root' : path}.data`)),
    ...forms.map(posted),
  ];
}

/** Sandbox endpoints that make external services fail or advance their clock, for any caller. */
const AT_WILL = /^\/sandbox\/(storm|clock|receiver\/of\/)/;

/** All other open endpoints, once per method and path, with a body of any shape where one is allowed. */
async function listOtherEndpoints(known: readonly FuzzEndpoint[]): Promise<FuzzEndpoint[]> {
  await using here = await startInProcessApp({
    database: 'embedded',
    pagesEntry: {
      render: async () => new Response(),
      renderMail: async () => ({ subject: '', text: '', html: '' }),
    },
  });
  const open = here.app.routes.filter(({ path }) => !path.includes('*') && !AT_WILL.test(path));
  const others = open.flatMap(({ method, path }): FuzzEndpoint[] =>
    (method === 'ALL' ? methodsOf(path) : [method]).map((one) => ({
      method: one,
      path,
      query: path.startsWith('/auth/v1') ? AUTH_QUERY : DOCUMENT_QUERY,
      body: one === 'GET' ? null : bodyOf(path),
      by: 'session',
    })),
  );
  const nameOf = ({ method, path }: FuzzEndpoint) => `${method} ${path}`;
  const seen = new Set(known.map(nameOf));
  return [...Map.groupBy(others, nameOf)].flatMap(([name, [first]]) => (first && !seen.has(name) ? [first] : []));
}

/** Where all other methods are rejected alike, one of them is enough. */
const methodsOf = (path: string): string[] => (/^\/(functions|auth)\//.test(path) ? [] : ['GET', 'POST', 'DELETE']);

function bodyOf(path: string): FuzzEndpoint['body'] {
  if (path.startsWith('/sandbox')) return { as: 'form', schema: FORM };
  if (path.endsWith('/seen'))
    return { as: 'text', schema: record({ v: { type: 'integer' }, referrer: string, query: string }, ['v']) };
  return { as: 'json', schema: AUTH_BODIES[path.replace('/auth/v1', '')] ?? {} };
}

/** Lists all endpoints of the app. */
export async function listEndpoints(): Promise<FuzzEndpoint[]> {
  const known = [...functions(), ...endpoints(), ...documents()];
  return [...known, ...(await listOtherEndpoints(known))];
}
