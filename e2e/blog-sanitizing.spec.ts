import { expect, test, type Page } from '@playwright/test';

import { sanitizePost } from '#server/site/sanitize-post.ts';
import { HOSTILE_FRAGMENTS } from '#server/testing/hostile-fragments.ts';

const ORIGIN = 'https://shop.example';
const FRAGMENTS = Object.values(HOSTILE_FRAGMENTS).flat();
const PICTURE = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** Records unwanted effects of a page: dialogs, requests to other origins, and scripts that ran. */
type Tripwire = { dialogs: string[]; externalRequests: string[]; ran: () => Promise<unknown[]> };

/** Opens a document at the blog's origin without any security policy, so that it must be harmless by itself. */
async function open(page: Page, body: string): Promise<Tripwire> {
  const [dialogs, externalRequests]: string[][] = [[], []];
  page.on('dialog', (dialog) => {
    dialogs?.push(dialog.message());
    void dialog.dismiss();
  });
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Posts</title><script>ran = []; trip = (place) => ran.push(place ?? 'here');</script></head><body>${body}</body></html>`;
  await page.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== ORIGIN) {
      externalRequests?.push(url.href);
      return route.abort();
    }
    if (url.pathname === '/blog/posts') return route.fulfill({ contentType: 'text/html', body: html });
    if (/\.(png|jpg|gif)$/.test(url.pathname)) return route.fulfill({ contentType: 'image/gif', body: PICTURE });
    return route.fulfill({ status: 404, contentType: 'text/plain', body: '' });
  });
  await page.goto(`${ORIGIN}/blog/posts`);
  return {
    dialogs: dialogs ?? [],
    externalRequests: externalRequests ?? [],
    ran: () => page.evaluate(() => (window as unknown as { ran: unknown[] }).ran),
  };
}

const sanitizedBody = FRAGMENTS.map((html) => `<section class="case">${sanitizePost(html, ORIGIN)}</section>`).join(
  '\n',
);

/** Dispatches every event that a handler could listen to on every element, without following links. */
const dispatchEvents = (page: Page) =>
  page.evaluate(() => {
    addEventListener('click', (event) => event.preventDefault(), true);
    const names = `click mouseover mouseenter pointerenter pointerdown focus focusin load error toggle beforetoggle
      animationstart animationend transitionend wheel copy dragstart submit scrollend begin beforematch start`;
    for (const element of document.body.querySelectorAll('*'))
      for (const name of names.split(/\s+/))
        element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
  });

/** Counts what the browser parsed from the document. */
const countUnsafeParts = (page: Page) =>
  page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')];
    const links = elements.filter((element) => element instanceof HTMLAnchorElement);
    return {
      cases: document.querySelectorAll('body > section.case').length,
      outsideSections: [...document.body.children].filter((element) => !element.matches('section.case')).length,
      handlers: elements.flatMap(({ attributes }) => [...attributes]).filter(({ name }) => /^on/i.test(name)).length,
      foreign: elements.filter(({ namespaceURI }) => namespaceURI !== 'http://www.w3.org/1999/xhtml').length,
      active: document.body.querySelectorAll(
        'script, style, link, meta, base, form, input, button, select, textarea, template, object, embed, frame, dialog',
      ).length,
      named: document.body.querySelectorAll('[name], [style], [id]:not([id^="post-"])').length,
      protocols: [...new Set(links.filter(({ href }) => href).map(({ protocol }) => protocol))].toSorted(),
      unsafeTargets: links.filter(({ target, rel }) => target && rel !== 'noopener').length,
      title: document.title,
      base: document.baseURI,
      globalTypes: [typeof document.getElementById, typeof document.querySelector, typeof document.cookie].join(),
    };
  });

const HARMLESS = {
  cases: FRAGMENTS.length,
  outsideSections: 0,
  handlers: 0,
  foreign: 0,
  active: 0,
  named: 0,
  protocols: ['http:', 'https:', 'mailto:'],
  unsafeTargets: 0,
  title: 'Posts',
  base: `${ORIGIN}/blog/posts`,
  globalTypes: 'function,function,string',
};

test(
  'hostile posts run no script, send no request to another origin and stay in their container',
  { tag: '@core' },
  async ({ page }) => {
    const { dialogs, externalRequests, ran } = await open(page, sanitizedBody);
    expect(await countUnsafeParts(page)).toEqual(HARMLESS);
    await dispatchEvents(page);
    // Serializing and parsing the document again must not change its meaning.
    await page.evaluate(() => {
      for (const section of document.querySelectorAll('section.case')) {
        const { innerHTML } = section;
        section.innerHTML = innerHTML;
      }
    });
    await page.waitForLoadState('networkidle');
    await dispatchEvents(page);
    expect(await countUnsafeParts(page)).toEqual(HARMLESS);
    expect([await ran(), dialogs, externalRequests, page.url()]).toEqual([[], [], [], `${ORIGIN}/blog/posts`]);
    expect(page.frames()).toHaveLength(1);
  },
);

test('unsanitized hostile posts do run scripts and send requests, so the tripwire works', async ({ page }) => {
  const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const frames = FRAGMENTS.map((html, index) => {
    const inside = `<script>trip = () => top.trip(${index});</script>${html}`;
    return `<iframe srcdoc="${escapeAttribute(inside)}"></iframe>`;
  });
  const { externalRequests, ran } = await open(page, frames.join('\n'));
  await expect.poll(async () => new Set(await ran()).size).toBeGreaterThan(100);
  await expect.poll(() => new Set(externalRequests).size).toBeGreaterThan(30);
});
