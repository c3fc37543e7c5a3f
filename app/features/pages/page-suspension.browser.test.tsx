import { expect, test } from 'vitest';

import { createBuilderHandlers, createDraft, PAGE_ID, createSamplePage } from '#app/testing/builder.ts';
import type { RpcHandlers } from '#app/testing/fake-rpc.ts';
import { createPageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { PageSuspension } from '#domain/page-moderation.ts';

const suspended: PageSuspension = {
  kind: 'suspended',
  reason: 'It claims to be a bank, and it is not.',
  since: '2026-03-02T10:00:00Z',
};
const paused: PageSuspension = { kind: 'paused', by: 'operator', until: '2126-03-02T10:00:00Z' };

/** Fake server with one published page that is suspended or paused until it is resumed. */
function suspensionHandlers(first: PageSuspension): RpcHandlers {
  let suspension: PageSuspension | null = first;
  const config = createSamplePage();
  return {
    ...createBuilderHandlers(),
    'get-page': () =>
      createDraft(config, {
        published: config,
        state: 'published',
        version: 1,
        slug: 'linocut',
        hold: suspension,
      }),
    'list-pages': () => ({ pages: [createPageSummary({ id: PAGE_ID, hold: suspension })], access: true }),
    'resume-page': () => {
      suspension = null;
      return { hold: suspension };
    },
  };
}

test('shows the seller of a suspended page the reason in the list and in the builder', async () => {
  const list = await renderApp('/pages', suspensionHandlers(suspended));
  const banner = list.screen.getByRole('complementary', { name: 'Taken down' });
  await expect
    .element(banner)
    .toMatchTextContent('“Linocut for Beginners” was taken down. It claims to be a bank, and it is not.');
  await expect.element(list.screen.getByText('Taken down', { exact: true })).toBeVisible();
  await list.screen.unmount();

  const builder = await renderApp(`/builder?page=${PAGE_ID}`, suspensionHandlers(suspended));
  await expect
    .element(builder.screen.getByRole('complementary', { name: 'Taken down' }))
    .toMatchTextContent('This page was taken down. It claims to be a bank, and it is not.');
});

test.each([
  { address: '/pages', text: 'Payments are paused on “Linocut for Beginners”. Our team paused payments.' },
  { address: `/builder?page=${PAGE_ID}`, text: 'Payments are paused on this page. Our team paused payments.' },
])('resumes a page that the operator paused on $address', async ({ address, text }) => {
  const { screen, rpc } = await renderApp(address, suspensionHandlers(paused));
  const banner = screen.getByRole('complementary', { name: /^Payments paused/ });
  await expect.element(banner).toMatchTextContent(text);
  await expect.element(banner).not.toMatchTextContent('cards');
  await banner.getByRole('button', { name: 'Resume payments' }).click();
  await expect.element(banner).not.toBeInTheDocument();
  expect(rpc.bodiesOf('resume-page')).toEqual([{ pageId: PAGE_ID }]);
});
