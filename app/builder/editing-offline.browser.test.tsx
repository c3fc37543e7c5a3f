import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { keysKept } from '#app/session/browser-store.ts';
import { pressSave, savedStatus } from '#app/testing/builder-screen.ts';
import { builderHandlers, draftOf, PAGE_ID, samplePage } from '#app/testing/builder.ts';
import { NoResponse } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const ADDRESS = `/builder?page=${PAGE_ID}`;

const productName = () => page.getByLabelText('Product name');
const saveStatus = (text: string) => page.getByRole('status').getByText(text, { exact: true });

const offline = {
  'save-draft': () => {
    throw new NoResponse();
  },
};

test('what is typed offline is saved when the network is back', async () => {
  const answers = builderHandlers(draftOf(samplePage()));
  const { rpc } = await renderApp(ADDRESS, answers);
  rpc.handle(offline);
  await page.getByLabelText('Description').fill('Typed in a tunnel.');
  await pressSave();
  await expect.element(saveStatus('Offline')).toBeVisible();
  await page.getByLabelText('Price', { exact: true }).fill('41');
  rpc.handle({ 'save-draft': answers['save-draft'] });
  window.dispatchEvent(new Event('online'));
  await expect.element(savedStatus()).toBeVisible();
  expect(answers.page()?.config).toMatchObject({ description: 'Typed in a tunnel.', price: '41' });
});

test('changes that an earlier visit could not save are offered again', async () => {
  const answers = builderHandlers(draftOf(samplePage()));
  const first = await renderApp(ADDRESS, answers);
  first.rpc.handle(offline);
  await productName().fill('Never sent');
  await pressSave();
  await expect.element(saveStatus('Offline')).toBeVisible();
  await expect.poll(() => keysKept('copies')).toHaveLength(1);
  await first.screen.unmount();

  await renderApp(ADDRESS, answers);
  const offer = page.getByText('We kept changes that were not saved.');
  await expect.element(offer).toBeVisible();
  await expect.element(productName()).toHaveValue('Linocut for Beginners');
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await expect.element(productName()).toHaveValue('Never sent');
  await pressSave();
  await expect.element(savedStatus()).toBeVisible();
  await expect.element(offer).not.toBeInTheDocument();
  expect(answers.page()?.config.productName).toBe('Never sent');
});

test('leaving with a change that cannot be saved asks first', async () => {
  const answers = { ...builderHandlers(draftOf(samplePage())), ...offline };
  const { rpc, history } = await renderApp(ADDRESS, answers);
  await productName().fill('Written in a tunnel');
  const back = page.getByRole('link', { name: 'Back to your pages' });
  await back.click();
  const dialog = page.getByRole('dialog', { name: 'Leave before this is saved?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(productName()).toHaveValue('Written in a tunnel');
  expect(history.address).toBe(ADDRESS);
  rpc.handle({ 'save-draft': builderHandlers(draftOf(samplePage()))['save-draft'] });
  await back.click();
  await expect.poll(() => history.address).toBe('/pages');
  expect(rpc.bodiesOf('save-draft').at(-1)?.config.productName).toBe('Written in a tunnel');
});
