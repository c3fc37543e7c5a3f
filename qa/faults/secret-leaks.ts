// npm run chaos:canaries: recognizable secrets are entered into an app, and must not appear in its outputs.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createDeliverableSettings, type DeliverableSettings } from '#domain/deliverable.ts';

import { toSha256 } from '../../e2e/support/deliverables.ts';
import {
  createConnectedSeller,
  PASSWORD,
  publishPage,
  createPageConfig,
  type Seller,
} from '../../e2e/support/seller.ts';
import { reportFaults, runAndExit } from '../lib/harness.ts';
import { sendRequest, type RequestOptions } from '../lib/load.ts';
import { startMailReceiver, type MailReceiver } from '../lib/mail-receiver.ts';
import { openClient } from '../lib/postgres.ts';
import { payOnPage, waitUntil } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';

type Place = 'log' | 'responses' | 'build' | 'mail' | 'database';
const PLACES: readonly Place[] = ['log', 'responses', 'build', 'mail', 'database'];
/** `may`: outputs in which the value must be present, because they belong to its owner. */
type Canary = { name: string; value: string; may: readonly Place[] };

const secret = (name: string): string => `${name}Canary${randomBytes(12).toString('hex')}`;
const CARD = '5105105105105100';

const SECRETS = {
  AUTH_SECRET: secret('Auth'),
  AUTH_SECRET_ALSO: secret('AlsoAuth'),
  MAIL_HOOK_SECRET: secret('MailHook'),
  METRICS_TOKEN: secret('Metrics'),
  BACKUP_KEY: secret('Backup'),
  SMS_TOKEN: secret('Sms'),
  GOOGLE_CLIENT_SECRET: secret('Google'),
  GITHUB_CLIENT_SECRET: secret('Github'),
} as const;
/** A bucket that is unreachable. */
const BUCKET = {
  FILES_S3_ENDPOINT: 'http://127.0.0.1:9',
  FILES_S3_BUCKET: 'files',
  FILES_S3_REGION: 'us-east-1',
  FILES_S3_ACCESS_KEY_ID: 'key-id',
  FILES_S3_SECRET_ACCESS_KEY: secret('S3'),
};
const SMTP_PASSWORD = secret('Smtp');
/** Only in the app's second run, in which Stripe and the captcha are unreachable. */
const LATER = {
  STRIPE_SECRET_KEY: `sk_test_${randomBytes(16).toString('hex')}`,
  CAPTCHA_SECRET: secret('Captcha'),
} as const;

const responses: string[] = [];

/** Sends a request and stores the response with its headers. */
async function send(url: string, options: RequestOptions = {}): Promise<string> {
  const { status, headers, body } = await sendRequest(url, options);
  if (status === 0) return '';
  responses.push(`${JSON.stringify(headers)}\n${body}`);
  return body;
}

const DOCUMENTS = '/ /pricing /help /auth /builder /pages /orders /purchases /success /report'.split(' ');

const LICENSE_KEY = `KEY-${randomBytes(12).toString('hex').toUpperCase()}`;
const PRIVATE_URL = `https://members.example/${secret('Link')}`;

/** Adds a license key from the seller's list and a signed private link to a page, and publishes it. */
async function publishDelivery(seller: Seller, config: CheckoutPageConfig) {
  const { pageId, slug: customSlug } = await publishPage(seller, config);
  const create = async (name: string, settings: DeliverableSettings) =>
    (await seller.call('create-deliverable', { pageId, name, settings })).deliverable.id;
  const keys = { ...createDeliverableSettings('keys'), source: 'list' } as DeliverableSettings;
  const link = { ...createDeliverableSettings('link'), url: PRIVATE_URL, signed: true } as DeliverableSettings;
  const [keysId, linkId] = [await create('License', keys), await create('Forum', link)];
  await seller.call('import-license-keys', { deliverableId: keysId, keys: [LICENSE_KEY] });
  const delivery = { ...config.delivery, items: [keysId, linkId].map((id) => ({ id, offeredWith: null })) };
  const { slug } = await publishPage(seller, { ...config, customSlug, delivery }, { pageId });
  return { pageId, slug, keysId, linkId };
}

/** Uploads a file, which the bucket does not store. */
async function failUpload(url: string, { call, session }: Seller, pageId: string): Promise<void> {
  const bytes = Buffer.from('Wedge some clay.');
  const { upload } = await call('start-upload', { pageId, fileName: 'Guide.txt', bytes: bytes.byteLength });
  const { access_token: token } = session;
  const headers = { 'upload-offset': '0' };
  await send(`${url}/uploads/${upload.id}`, { method: 'PATCH', token, headers, body: bytes });
  const body = { uploadId: upload.id, sha256: toSha256(bytes) };
  await send(`${url}/functions/v1/finish-upload`, { token, body });
}

/** Opens what was bought with the link from the receipt, as its buyer, and sends the license key as a program does. */
async function openDelivery(
  url: string,
  mail: MailReceiver,
  { keysId, linkId }: { keysId: string; linkId: string },
): Promise<string> {
  const findLink = () => /\/g\/([\w-]{43})/.exec(mail.messages())?.[1] ?? '';
  await waitUntil('the receipt', async () => findLink() !== '');
  const accessToken = findLink();
  // The buyer's own pages contain the link and the key. Only the log must not.
  for (const rest of ['', `/l/${linkId}`, `/l/${keysId}`, `/f/${keysId}`, '?x=1'])
    await sendRequest(`${url}/g/${accessToken}${rest}`);
  await send(`${url}/g/${accessToken.slice(0, -1)}`);
  const body = { key: LICENSE_KEY, deliverableId: keysId, fingerprint: 'laptop' };
  for (const action of ['check', 'activate', 'deactivate']) await send(`${url}/api/v1/licenses/${action}`, { body });
  await send(`${url}/api/v1/licenses/check`, { body: { ...body, key: `${LICENSE_KEY}0` } });
  await send(`${url}/api/v1/licenses/check?key=${LICENSE_KEY}`, { body: { key: [LICENSE_KEY] } });
  return accessToken;
}

/** A page with a secret coupon and private deliverables, which is bought once. */
async function sell(testEnv: TestEnv, seller: Seller, mail: MailReceiver, coupon: string) {
  const { url } = testEnv.appProcess;
  const codes = [{ code: coupon, discount: 5, type: 'percentage' as const }];
  const page = await publishDelivery(seller, createPageConfig({ requireTerms: false, validCoupons: codes }));
  const { slug } = page;
  const started = await sendRequest(`${url}/functions/v1/create-checkout-session`, {
    body: { slug, appliedCoupon: coupon },
  });
  const paid = await payOnPage((JSON.parse(started.body) as { url: string }).url);
  const browser = /tillwright-paid=([\w-]+)/.exec(String(started.headers['set-cookie']))?.[1] ?? '';
  const token = new URL(paid).searchParams.get('t') ?? '';
  const accessToken = await openDelivery(url, mail, page);
  await failUpload(url, seller, page.pageId);
  await sendRequest(`${url}/success?t=${token}`, { headers: { cookie: `tillwright-paid=${browser}` } });
  // Anyone else with the address sees what was paid and whom to ask, and nothing of what is delivered.
  for (const path of ['/success', '/success.data']) {
    const { body } = await sendRequest(`${url}${path}?t=${token}`);
    responses.push([token, seller.email, coupon].reduce((text, shown) => text.replaceAll(shown, ''), body));
  }
  for (const path of [
    ...DOCUMENTS,
    `/c/${slug}`,
    `/c/${slug}.data`,
    `/e/${slug}?origin=https://x.example`,
    '/sitemap.xml',
  ])
    await send(url + path);
  return { slug, token, accessToken, browser };
}

/** Causes every kind of error that involves a secret. */
async function causeErrors(
  { url, databaseUrl }: TestEnv,
  slug: string,
  known: { token: string; apiKey: string; email: string; coupon: string },
): Promise<void> {
  const { token, apiKey, email, coupon } = known;
  const rpc = (name: string, body: object | string) =>
    send(`${url}/functions/v1/${name}`, { token, body, headers: { 'content-type': 'application/json' } });
  const signIn = (grant: string, body: object) => send(`${url}/auth/v1/token?grant_type=${grant}`, { body });
  await signIn('password', { email, password: `${PASSWORD}x` });
  await signIn('refresh_token', { refresh_token: token });
  await rpc('get-page', { pageId: CARD, token, password: PASSWORD });
  await rpc('list-pages', `{"broken": "${CARD} ${apiKey}`);
  await rpc('apply-coupon', { slug, code: `${coupon}x`, email: `not an address ${email}` });
  await send(`${url}/api/v1/pages/${apiKey}?key=${apiKey}`, { token: `${apiKey}x` });
  await send(`${url}/c/${encodeURIComponent(email)}?coupon=${coupon}&token=${token}`);
  await send(`${url}/missing/${apiKey}`);
  const forged = { headers: { 'stripe-signature': `t=1,v1=${token}` }, body: { id: CARD } };
  await send(`${url}/webhooks/stripe/platform`, forged);
  await send(`${url}/webhooks/mail`, { token: apiKey, body: { events: [] } });
  // A query that the database rejects, with all secrets among its parameters.
  await using client = await openClient(databaseUrl);
  await client.query('alter table page_reports rename to page_reports_renamed');
  const words = [CARD, apiKey, token, coupon].join(' ');
  await rpc('report-page', { slug, reason: 'other', words, email });
  await client.query('alter table page_reports_renamed rename to page_reports');
}

async function dumpDatabase({ databaseUrl }: TestEnv): Promise<string> {
  await using client = await openClient(databaseUrl);
  const tables = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

async function readBuild(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'latin1')));
  return texts.join('\n');
}

async function collectOutputs(): Promise<{ found: Record<Place, string>; canaries: Canary[] }> {
  using mail = await startMailReceiver();
  await using testEnv = await createTestEnv({
    database: 'postgres',
    env: {
      ...SECRETS,
      ...BUCKET,
      GOOGLE_CLIENT_ID: 'google-id',
      GITHUB_CLIENT_ID: 'github-id',
      SMS_URL: 'http://127.0.0.1:9/sms',
      SMTP_URL: mail.getUrl(SMTP_PASSWORD),
      MAIL_FROM: 'shop@till.example',
      OPERATOR_EMAIL: 'operator@till.example',
      LOG_LEVEL: 'debug',
    },
  });
  const { appProcess } = testEnv;
  const seller = await createConnectedSeller({ url: appProcess.url, readEmailCode: mail.readEmailCode });
  mail.refuseNextRecipient();
  const coupon = `C${randomBytes(8).toString('hex').toUpperCase()}`;
  const { access_token: token, refresh_token: refresh } = seller.session;
  const made = await seller.call('create-api-key', { name: 'Canary', scopes: ['pages:read'] });
  const sold = await sell(testEnv, seller, mail, coupon);
  await seller.call('confirm-identity', { password: PASSWORD });
  const { secret: signingSecret } = await seller.call('show-signing-secret', {});
  await causeErrors(testEnv, sold.slug, { token, apiKey: made.secret, email: seller.email, coupon });
  // The first email is refused, and its retry comes after this run.
  await wait(3000);
  await appProcess.end('SIGTERM');
  await appProcess.start({ ...LATER, SANDBOX_URL: '', CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'site' });
  await send(`${appProcess.url}/functions/v1/create-subscription`, { token, body: { planId: 'growth' } });
  await send(`${appProcess.url}/auth/v1/token?grant_type=password`, {
    body: { email: seller.email, password: PASSWORD, gotrue_meta_security: { captcha_token: 'a token' } },
  });
  for (const path of DOCUMENTS) await send(appProcess.url + path);
  await appProcess.end('SIGTERM');
  const nowhere = (name: string, value: string): Canary => ({ name, value, may: [] });
  const { FILES_S3_SECRET_ACCESS_KEY } = BUCKET;
  const env = { ...SECRETS, ...LATER, ...secretsOf(testEnv), SMTP_PASSWORD, FILES_S3_SECRET_ACCESS_KEY };
  const canaries = [
    ...Object.entries(env).map(([name, value]) => nowhere(name, value)),
    nowhere('the seller’s password', PASSWORD),
    nowhere('an access token', token),
    nowhere('a refresh token', refresh),
    nowhere('an API key', made.secret),
    nowhere('a card number', CARD),
    nowhere('the cookie of the browser that paid', sold.browser),
    nowhere('a signing secret', signingSecret),
    { name: 'a license key', value: LICENSE_KEY, may: ['mail'] as const },
    { name: 'the link to what was bought', value: sold.accessToken, may: ['mail'] as const },
    { name: 'a private link', value: PRIVATE_URL, may: ['database'] as const },
    { name: 'the seller’s address', value: seller.email, may: ['database', 'mail'] as const },
    { name: 'the buyer’s address', value: 'buyer@example.com', may: ['database', 'mail'] as const },
    { name: 'a coupon', value: coupon, may: ['database', 'mail'] as const },
    { name: 'the token of an order', value: sold.token, may: ['database', 'mail'] as const },
  ];
  const found = {
    log: appProcess.output(),
    responses: responses.join('\n'),
    build: await readBuild(testEnv.env.BUILD_DIR ?? ''),
    mail: mail.messages(),
    database: await dumpDatabase(testEnv),
  };
  return { found, canaries };
}

const secretsOf = ({ env, databaseUrl }: TestEnv): Record<string, string> => ({
  STRIPE_WEBHOOK_SECRET_PLATFORM: env.STRIPE_WEBHOOK_SECRET_PLATFORM ?? '',
  STRIPE_WEBHOOK_SECRET_CONNECT: env.STRIPE_WEBHOOK_SECRET_CONNECT ?? '',
  DATABASE_URL: databaseUrl,
});

await runAndExit(async () => {
  const { found, canaries } = await collectOutputs();
  // A search through empty outputs would find nothing.
  const faults = PLACES.filter((place) => found[place].length < 1000).map((place) => `${place} is empty`);
  if (!found.log.includes('file_not_stored')) faults.push('the bucket was not asked to store a file');
  for (const { name, value, may } of canaries) {
    if (value === '') faults.push(`${name} has no value`);
    for (const place of PLACES.filter((one) => !may.includes(one) && found[one].includes(value))) {
      const at = found[place].indexOf(value);
      const excerpt = found[place].slice(Math.max(0, at - 160), at + 40);
      faults.push(`${name} is in ${place}: …${JSON.stringify(excerpt)}`);
    }
  }
  const sizes = PLACES.map((place) => `${place} ${Math.round(found[place].length / 1024)} kB`);
  console.log(`${canaries.length} canaries in ${sizes.join(', ')}`);
  reportFaults(faults, 'None is found.');
});
