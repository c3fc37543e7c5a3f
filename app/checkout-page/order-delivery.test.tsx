import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { Delivered } from '#domain/delivered.ts';

import { DeliveredList } from './delivered-list.tsx';
import { OrderDelivery, type OrderDeliveryProps } from './order-delivery.tsx';

const createItem = (item: Partial<Delivered>): Delivered => ({
  id: 'd1',
  kind: 'file',
  name: 'Throwing guide',
  status: 'ready',
  endsAt: null,
  content: { kind: 'file', url: '/success/f/d1?t=1', fileName: 'guide.pdf', bytes: 2_400_000 },
  ...item,
});
const render = (props: OrderDeliveryProps) => renderToStaticMarkup(<OrderDelivery {...props} />);
const renderItem = (item: Partial<Delivered>, foldsKeys = false) =>
  renderToStaticMarkup(<DeliveredList items={[createItem(item)]} buttonClass="button" foldsKeys={foldsKeys} />);

test('shows the browser that paid a file with its size and a download', () => {
  const html = render({ kind: 'here', areFiles: true, items: [createItem({})] });
  expect(html).toContain('<h2>Your files</h2>');
  expect(html).toMatch(/guide\.pdf<\/bdi> · 2\.3 MB/);
  expect(html).toMatch(/href="\/success\/f\/d1\?t=1">Download<span class="delivered__aside"> Throwing guide/);
});

test('names the product of a bundle that something comes with', () => {
  expect(renderItem({ product: 'The Kiln Year' })).toMatch(/Throwing guide<\/p>.*From <bdi>The Kiln Year<\/bdi>/);
  expect(renderItem({})).not.toContain('From');
});

test('tells other browsers only where the email went, and offers to send it again', () => {
  const email = 'j•••@example.com';
  const props = { kind: 'emailed', areFiles: true, email, formUrl: '/success?t=1', notice: null, error: null } as const;
  const html = render(props);
  expect(html).toMatch(/We emailed the link to your files to <b>j•••@example\.com<\/b>\./);
  expect(html).toMatch(/<form (?=[^>]*method="post")[^>]*action="\/success\?t=1"[^]*Send it again/);
  expect(render({ ...props, areFiles: false })).toContain('We emailed what you bought to');
  expect(render({ ...props, error: 'Too many requests.' })).toMatch(
    /role="alert">Too many requests\.[^]*Send it again/,
  );
  const sent = render({ ...props, notice: 'We’ve sent it again.' });
  expect(sent).toContain('role="status">We’ve sent it again.');
  expect(sent).not.toContain('<button');
});

test('says that it follows the payment, and opens in the top window from a frame', () => {
  expect(render({ kind: 'waiting', areFiles: true })).toContain('Your files will be here when your payment arrives.');
  expect(render({ kind: 'framed', areFiles: false, openUrl: '/success?t=1' })).toMatch(
    /href="\/success\?t=1" target="_top">Open what you bought/,
  );
});

test('lists license keys for copying, each on a line, and folds them where others may look', () => {
  const keys = ['AAAAA-11111', 'BBBBB-22222'];
  const item = { kind: 'keys', content: { kind: 'keys', keys } } as const;
  const html = render({ kind: 'here', areFiles: false, items: [createItem(item)] });
  expect(html).toContain('>AAAAA-11111\nBBBBB-22222</pre>');
  expect(html).toMatch(/data-copy="AAAAA-11111\nBBBBB-22222"[^>]*>Copy all/);
  const folded = renderItem(item, true);
  expect(folded).toMatch(/<details[^>]*><summary>Show license keys<\/summary>[^]*AAAAA/);
  expect(folded).not.toContain('<button');
});

test('links URLs in a text and nothing else of it', () => {
  const text = 'Read https://clay.example/start.\n<script>alert(1)</script> javascript:alert(1)';
  const html = renderItem({ kind: 'text', content: { kind: 'text', text } });
  expect(html).toContain('<a href="https://clay.example/start" rel="noreferrer nofollow">');
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).not.toContain('<script');
});

test.for([
  ['waiting', 'This isn’t ready yet. It will be here as soon as your payment arrives.'],
  ['incomplete', 'This isn’t ready yet. Try again later, or contact the seller.'],
  ['disputed', 'Access is paused while your bank looks into the payment.'],
  ['overdue', 'Access is paused because your last payment failed.'],
  ['blocked', 'This isn’t available right now.'],
  ['ended', 'Your access has ended.'],
] as const)('says why something that is %s cannot be opened', ([status, text]) => {
  const html = renderItem({ status, content: null });
  expect(html).toContain(text);
  expect(html).not.toMatch(/<a |<button/);
});

test('says until when something is available', () => {
  expect(renderItem({ endsAt: '2027-11-20T09:31:00.000Z' })).toContain('Available until November 20, 2027');
});
