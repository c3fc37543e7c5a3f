// A buyer pays in an embedded page, in a stock Firefox that blocks third-party storage. Playwright drives only its own
// Firefox build, so this script uses WebDriver BiDi. `npm run journey:firefox`, with `-- --firefox <path>` unless the
// command is firefox-esr or firefox. Exits with 1 when a step fails.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { EMBED_SCRIPT } from '#domain/embedding.ts';

import { builtFolder } from '../set-up.mjs';
import { openFirefox } from './bidi.ts';
import { pageOnSale } from './seller.ts';
import { startShop } from './shop-process.ts';

const { values } = parseArgs({ options: { firefox: { type: 'string' } } });
const command = [values.firefox ?? '', 'firefox-esr', 'firefox'].find(
  (name) => name && spawnSync(name, ['--version']).status === 0,
);
if (!command) {
  console.error('There is no Firefox here: apt-get install firefox-esr');
  process.exit(1);
}
const TRIES = 80;
const TRY_MS = 250;

const NOTES = `<script>
  window.heard = [];
  for (const type of ['loaded', 'resize', 'closed', 'completed'])
    addEventListener('tillwright:' + type, ({ detail }) => heard.push({ type, ...detail }));
</script>`;
const TYPE_BUYER = `
  document.querySelector('#email').value = 'buyer@example.com';
  document.querySelector('#terms').click();
  document.querySelector('button.co-pay').click();
  ''`;
const TYPE_CARD = `
  const card = { number: '4242 4242 4242 4242', exp: '12 / 34', cvc: '123', name: 'Ann' };
  for (const input of document.querySelectorAll('input'))
    for (const [word, value] of Object.entries(card)) if (input.name.includes(word)) input.value = value;
  document.querySelector('form button').click();
  ''`;

process.env.BUILD_DIR ??= (await builtFolder()) ?? undefined;
const shop = await startShop();
let body = '';
const site = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<!doctype html><title>A blog</title>${NOTES}${body}`);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const firefox = await openFirefox(command);

/** Polls until the result is not empty, and prints it. */
async function see(what: string, ask: () => Promise<string>): Promise<void> {
  for (let turn = 0; turn < TRIES; turn++) {
    // No document answers during a navigation.
    const seen = await ask().catch(() => '');
    if (seen) return console.log(`  ok    ${what}: ${seen}`);
    await after(TRY_MS);
  }
  throw new Error(`It never came to this: ${what}`);
}
const heard = (type: string) =>
  firefox.evaluate(`JSON.stringify(heard.find((event) => event.type === '${type}')) ?? ''`);
const at = async (part: string) => {
  const url = await firefox.url();
  return url.includes(part) ? url : '';
};

try {
  const { slug } = await pageOnSale(shop, {
    embedding: { origins: [origin] },
    enableCoupon: false,
    validCoupons: [],
  });
  body = `<div data-tillwright="inline" data-page="${slug}"></div>
    <script src="${shop.url}${EMBED_SCRIPT.path}" integrity="${EMBED_SCRIPT.integrity}" crossorigin="anonymous"></script>`;
  await firefox.open(`${origin}/post?from=mail`);
  console.log(await firefox.evaluate('navigator.userAgent'));
  await see('the page is there', () => heard('loaded'));
  await see('as high as it is', () => heard('resize'));
  await see('without a cookie', () => firefox.evaluate(`document.cookie === '' ? 'none' : ''`, 'frame'));
  await firefox.evaluate(TYPE_BUYER, 'frame');
  await see('paying leaves to the top', () => at('/sandbox/pay/'));
  await firefox.evaluate(TYPE_CARD);
  await see('the receipt', () => at('/success'));
  await see('back in the blog', () => at(`${origin}/post?from=mail`));
  await see('the blog hears of the order', () => heard('completed'));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await firefox.close();
  site.closeAllConnections();
  site.close();
  await shop.stop();
}
