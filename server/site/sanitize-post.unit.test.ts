import { expect, test } from 'vitest';

import { readBlogPosts } from '#content/blog-posts.ts';
import { BLOG } from '#content/site.ts';

import { HOSTILE_FRAGMENTS } from '../testing/hostile-fragments.ts';
import { htmlFromMarkdown } from './import-posts.ts';
import { sanitizePost } from './sanitize-post.ts';

const ORIGIN = 'https://shop.example';
const sanitize = (html: string) => sanitizePost(html, ORIGIN);

const decodeEntities = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

type Tag = { name: string; attributes: Map<string, string> };

/** Parses our output with two patterns, because the sanitizer writes it in one form only; the rest is text. */
function parseHtml(html: string): { tags: Tag[]; text: string } {
  const TAG = /<\/?([a-z0-9]+)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>/g;
  const tags = [...html.matchAll(TAG)].map(([, name = '', attributes = '']) => ({
    name,
    attributes: new Map(
      [...attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key,
        decodeEntities(value),
      ]),
    ),
  }));
  return { tags, text: html.replace(TAG, '') };
}

const HARMLESS = new Set(
  `id title lang dir href target rel align colspan rowspan scope span start reversed type value datetime open src alt
  width height loading allow allowfullscreen frameborder scrolling sandbox poster controls autoplay muted loop
  playsinline preload kind srclang label default class role aria-label tabindex`.split(/\s+/),
);
const FORBIDDEN = /^(script|style|svg|math|form|input|button|select|textarea|object|embed|link|meta|base|template|h1)$/;

function expectHarmless({ name, attributes }: Tag): void {
  expect(name).not.toMatch(FORBIDDEN);
  for (const [attribute, value] of attributes) {
    expect(HARMLESS).toContain(attribute);
    if (attribute === 'id') expect(value).toMatch(/^post-[\w.:-]+$/);
    if (attribute === 'class') expect(value).toMatch(/^(prose__table|language-\S*( language-\S*)*)$/);
    if (attribute === 'href') expectLink(value);
    if (attribute === 'src' || attribute === 'poster') expectShown(name, value);
  }
  if (attributes.has('target')) expect(attributes.get('rel')).toBe('noopener');
}

const RASTER = /^data:image\/(png|jpeg|gif|webp);base64,/i;

function expectLink(value: string): void {
  const { protocol, href } = new URL(value, `${ORIGIN}/blog/post`);
  if (protocol === 'data:') expect(href).toMatch(RASTER);
  else expect(['http:', 'https:', 'mailto:', 'tel:', 'sms:']).toContain(protocol);
}

function expectShown(name: string, value: string): void {
  const { protocol, origin, host, href } = new URL(value, `${ORIGIN}/blog/post`);
  if (name === 'iframe') expect([protocol, BLOG.frameHosts]).toEqual(['https:', expect.arrayContaining([host])]);
  else if (protocol === 'data:') expect(href).toMatch(RASTER);
  else expect(origin).toBe(ORIGIN);
}

const subjects = Object.entries(HOSTILE_FRAGMENTS);

test('contains more than three hundred distinct hostile fragments', () => {
  const all = subjects.flatMap(([, fragments]) => fragments);
  expect(all.length).toBeGreaterThan(300);
  expect(new Set(all).size).toBe(all.length);
});

test.each(subjects)('keeps only harmless text and elements of hostile %s', (_, fragments) => {
  for (const fragment of fragments) {
    const { tags, text } = parseHtml(sanitize(fragment));
    expect(text, fragment).not.toContain('<');
    for (const tag of tags) expectHarmless(tag);
  }
});

test('keeps the frames and videos that posts use', () => {
  const player = 'https://www.youtube-nocookie.com/embed/abc?start=3&rel=0';
  const frame = `<iframe src="${player}" width="560" height="315" title="A kiln" frameborder="0" scrolling="no" allow="autoplay; camera; picture-in-picture" allowfullscreen></iframe>`;
  const [{ attributes } = { attributes: new Map() }] = parseHtml(sanitize(frame)).tags;
  expect(Object.fromEntries(attributes)).toMatchObject({
    src: player,
    width: '560',
    height: '315',
    title: 'A kiln',
    frameborder: '0',
    scrolling: 'no',
    allow: 'autoplay; picture-in-picture',
    allowfullscreen: '',
    sandbox: expect.not.stringContaining('allow-top-navigation') as string,
  });
  expect(sanitize('<video src="/kiln.mp4" controls autoplay muted loop playsinline></video>')).toBe(
    '<video controls autoplay muted loop playsinline src="/kiln.mp4"></video>',
  );
  expect(sanitize('<iframe src="http://player.vimeo.com/video/1"></iframe>')).toContain(
    'src="https://player.vimeo.com/',
  );
});

test('replaces media of untrusted hosts by links', () => {
  expect(sanitize('<iframe src="https://maps.example/x?a=1&b=2" title="The way to us">Old browsers</iframe>')).toBe(
    '<a href="https://maps.example/x?a=1&amp;b=2">The way to us</a>',
  );
  expect(sanitize('<img src="//pictures.example/kiln.jpg" alt="A kiln">')).toBe(
    '<a href="https://pictures.example/kiln.jpg">A kiln</a>',
  );
  expect(sanitize('<video src="http://pictures.example/kiln.mp4"></video>')).toBe(
    '<a href="http://pictures.example/kiln.mp4">http://pictures.example/kiln.mp4</a>',
  );
  for (const address of ['', 'javascript:trip()', 'about:blank', 'data:text/html,x'])
    expect(sanitize(`a<iframe src="${address}"></iframe><img src="${address}">b`)).toBe('ab');
});

test('allows links with safe targets only', () => {
  const link = (href: string) => /href="([^"]*)"/.exec(sanitize(`<a href="${href}">x</a>`))?.[1];
  for (const href of [
    'https://a.example/',
    'http://a.example/',
    'mailto:a@b.example',
    'tel:+15550100',
    'sms:+15550100',
  ])
    expect(link(href)).toBe(href);
  expect(link('/pricing?plan=growth#top')).toBe('/pricing?plan=growth#top');
  expect(link(`${ORIGIN}/help`)).toBe('/help');
  expect(link('what-to-charge')).toBe('/blog/what-to-charge');
  expect(link('#table')).toBe('#post-table');
  expect(link('/..//a.example/x')).toBe(`${ORIGIN}//a.example/x`);
  expect(link('data:image/webp;base64,UklGRg==')).toBe('data:image/webp;base64,UklGRg==');
  for (const href of ['ftp://a.example/', 'data:image/svg+xml;base64,PHN2Zz4=', 'data:text/plain,x'])
    expect([href, link(href)]).toEqual([href, undefined]);
  expect(sanitize('<a href="/x" target="_blank" rel="opener">x</a>')).toBe(
    '<a href="/x" target="_blank" rel="noopener">x</a>',
  );
  for (const target of ['_self', '_parent', '_TOP'])
    expect(sanitize(`<a href="/x" target="${target}">x</a>`)).toBe(
      `<a href="/x" target="${target.toLowerCase()}" rel="noopener">x</a>`,
    );
  expect(sanitize('<a href="/x" target="other">x</a>')).toBe('<a href="/x" target="_blank" rel="noopener">x</a>');
  expect(sanitize('<a href="/x" target="">x</a>')).toBe('<a href="/x">x</a>');
});

test('lowers first-level headings and prefixes ids', () => {
  expect(sanitize('<h1 id="cookie">Biscuits</h1>')).toBe('<h2 id="post-cookie">Biscuits</h2>');
});

test.each(readBlogPosts())('keeps the whole text of $slug', ({ markdown }) => {
  const html = htmlFromMarkdown(markdown);
  const [source, output] = [parseHtml(html), parseHtml(sanitize(html))];
  expect(decodeEntities(output.text)).toBe(decodeEntities(source.text.replaceAll('&#39;', "'")));
  const tagNames = (tags: Tag[]) => tags.map(({ name }) => name).filter((name) => name !== 'div');
  expect(tagNames(output.tags)).toEqual(tagNames(source.tags));
});

test('supports tables and strikethrough', () => {
  const html = sanitize(htmlFromMarkdown('| Price | Now |\n|---|---:|\n| ~~$29~~ | $26.10 |\n'));
  expect(html).toContain('<th align="right">Now</th>');
  expect(html).toContain('<del>$29</del>');
  expect(html).toMatch(/^<div class="prose__table"[^>]*tabindex="0"><table>[^]*<\/table><\/div>\s*$/);
});

test('replaces a video with untrusted sources by links', () => {
  const elsewhere = '<source src="https://videos.example/kiln.mp4" type="video/mp4">';
  const link = '<a href="https://videos.example/kiln.mp4">https://videos.example/kiln.mp4</a>';
  expect(sanitize(`<p>a</p><video controls>${elsewhere}</video><p>b</p>`)).toBe(`<p>a</p>${link}<p>b</p>`);
  expect(sanitize('<video controls></video>')).toBe('');
  expect(sanitize(`<video controls><source src="/kiln.mp4">${elsewhere}</video>`)).toContain(
    '<video controls><source src="/kiln.mp4"',
  );
});
