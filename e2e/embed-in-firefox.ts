// A buyer pays in an embedded page, in a stock Firefox that blocks third-party storage. Playwright drives only its own
// Firefox build, so this script uses WebDriver BiDi. `npm run journey:firefox`, with `-- --firefox <path>` unless the
// command is firefox-esr or firefox. Exits with 1 when a step fails.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { EMBED_SCRIPT_PATH } from '#domain/embedding.ts';

import { builtFolder } from '../set-up.mjs';
import { startAppProcess } from './support/app-process.ts';
import { createPublishedPage } from './support/seller.ts';
import { openFirefox } from './support/webdriver-bidi.ts';

const { values } = parseArgs({ options: { firefox: { type: 'string' } } });
const command = [values.firefox ?? '', 'firefox-esr', 'firefox'].find(
  (name) => name && spawnSync(name, ['--version']).status === 0,
);
if (!command) {
  console.error('There is no Firefox here: apt-get install firefox-esr');
  process.exit(1);
}
const MAX_TRIES = 80;
const RETRY_INTERVAL_MS = 250;

const EVENT_RECORDER = `<script>
  window.heard = [];
  for (const type of ['opened', 'paid'])
    addEventListener('tillwright:' + type, ({ detail }) => heard.push({ type, ...detail }));
</script>`;
const FILL_CHECKOUT_FORM = `
  document.querySelector('#email').value = 'buyer@example.com';
  document.querySelector('#terms').click();
  document.querySelector('button.co-pay').click();
  ''`;
const FILL_CARD_FORM = `
  const card = { number: '4242 4242 4242 4242', exp: '12 / 34', cvc: '123', name: 'Ann' };
  for (const input of document.querySelectorAll('input'))
    for (const [word, value] of Object.entries(card)) if (input.name.includes(word)) input.value = value;
  document.querySelector('form button').click();
  ''`;

process.env.BUILD_DIR ??= (await builtFolder()) ?? undefined;
const app = await startAppProcess();
let body = '';
const site = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<!doctype html><title>A blog</title>${EVENT_RECORDER}${body}`);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const firefox = await openFirefox(command);

/** Polls until the result is not empty, and prints it. */
async function waitForResult(label: string, evaluateOnce: () => Promise<string>): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    // No document answers during a navigation.
    const result = await evaluateOnce().catch(() => '');
    if (result) return console.log(`  ok    ${label}: ${result}`);
    await delay(RETRY_INTERVAL_MS);
  }
  throw new Error(`It never came to this: ${label}`);
}
const getEvent = (type: string) =>
  firefox.evaluate(`JSON.stringify(heard.find((event) => event.type === '${type}')) ?? ''`);
const urlContaining = async (fragment: string) => {
  const url = await firefox.url();
  return url.includes(fragment) ? url : '';
};

try {
  const { slug } = await createPublishedPage(app, {
    embedding: { origins: [origin] },
    enableCoupon: false,
    validCoupons: [],
  });
  body = `<div data-tillwright="inline" data-page="${slug}"></div>
    <script src="${app.url}${EMBED_SCRIPT_PATH}"></script>`;
  await firefox.open(`${origin}/post?from=mail`);
  console.log(await firefox.evaluate('navigator.userAgent'));
  await waitForResult('the page is there', () => getEvent('opened'));
  await waitForResult('without a cookie', () => firefox.evaluate(`document.cookie === '' ? 'none' : ''`, 'frame'));
  await firefox.evaluate(FILL_CHECKOUT_FORM, 'frame');
  await waitForResult('paying leaves to the top', () => urlContaining('/sandbox/pay/'));
  await firefox.evaluate(FILL_CARD_FORM);
  await waitForResult('the receipt', () => urlContaining('/success'));
  await waitForResult('back in the blog', () => urlContaining(`${origin}/post?from=mail`));
  await waitForResult('the blog hears of the order', () => getEvent('paid'));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await firefox.close();
  site.closeAllConnections();
  site.close();
  await app.stop();
}
