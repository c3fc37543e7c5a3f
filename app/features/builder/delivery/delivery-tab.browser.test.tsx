import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { lastSavedConfig } from '#app/testing/builder-fields.ts';
import { focusField, getPublishButton, getToast, openTab, saveByShortcut } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, createDraft, createSamplePage, PAGE_ID } from '#app/testing/builder.ts';
import { createDeliverable, createDeliveryServer, createFileVersion } from '#app/testing/delivery.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { renderApp, type RenderedApp } from '#app/testing/render-app.tsx';
import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Deliverable } from '#domain/deliverable.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

const card = (name: string) => page.getByRole('group', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

const withItems = (...ids: string[]): Partial<CheckoutPageConfig> => ({
  delivery: { ...createAddedFields().delivery, items: ids.map((id) => ({ id, offeredWith: null })) },
});

/** Opens the Delivery tab of a draft with these changes, whose page has these deliverables. */
async function openDelivery(
  overrides: Partial<CheckoutPageConfig>,
  ...deliverables: Deliverable[]
): Promise<RenderedApp> {
  const { handlers } = createDeliveryServer(deliverables);
  const draft = createDraft(createSamplePage(overrides));
  const app = await renderApp(`/builder?page=${PAGE_ID}`, { ...createBuilderHandlers(draft), ...handlers });
  await openTab('Delivery');
  return app;
}

test('adds a private link, refuses a wrong URL, and changes its settings', async () => {
  const { rpc } = await openDelivery({});
  await button('Add private link').click();
  const form = dialog('New private link');
  await expect.element(form.getByLabelText('Name')).toHaveFocus();
  await form.getByLabelText('URL', { exact: true }).fill('http://learn.example.com');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect.element(form.getByLabelText('Name')).toHaveFocus();
  await userEvent.keyboard('Course');
  // The error of the other field stays.
  await expect.element(form.getByText('Enter a full URL that starts with https://')).toBeVisible();
  await form.getByRole('button', { name: 'Add' }).click();
  await expect.element(form.getByLabelText('URL', { exact: true })).toHaveFocus();
  await form.getByLabelText('URL', { exact: true }).fill('https://learn.example.com');
  await form.getByLabelText('Valid for').selectOptions('While subscribed');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect.element(card('Course')).toMatchTextContent('https://learn.example.com · while subscribed');
  expect(rpc.bodiesOf('create-deliverable')).toMatchObject([
    { pageId: PAGE_ID, name: 'Course', settings: { kind: 'link', signed: false, validity: 'subscription' } },
  ]);
  await saveByShortcut();
  await expect.poll(() => lastSavedConfig(rpc)?.delivery.items).toEqual([{ id: 'course', offeredWith: null }]);
  await button('Settings: Course').click();
  await expect.element(dialog('Settings of “Course”').getByText('course', { exact: true })).toBeVisible();
  await dialog('Settings of “Course”').getByLabelText('Name').fill('Video course');
  await dialog('Settings of “Course”').getByRole('button', { name: 'Save' }).click();
  await expect.element(card('Video course')).toBeVisible();
  expect(rpc.bodiesOf('update-deliverable')).toMatchObject([{ deliverableId: 'course', name: 'Video course' }]);
});

test('says that the deliverables are loading', async () => {
  const { handlers } = createDeliveryServer();
  const gate = Promise.withResolvers<void>();
  await renderApp(`/builder?page=${PAGE_ID}`, {
    ...createBuilderHandlers(createDraft(createSamplePage(withItems('guide')))),
    ...handlers,
    'list-deliverables': async () => {
      await gate.promise;
      return { deliverables: [createDeliverable('file', 'Guide')] };
    },
  });
  await openTab('Delivery');
  await expect.element(page.getByRole('tabpanel', { name: 'Delivery' }).getByText('Loading…')).toBeInTheDocument();
  gate.resolve();
  await expect.element(card('Guide')).toBeVisible();
});

test('asks for the keys of a new list', async () => {
  const { rpc } = await openDelivery({});
  rpc.handle({ 'import-license-keys': () => ({ added: 2, duplicates: [], unusedKeys: 2 }) });
  await button('Add license keys').click();
  const form = dialog('New license keys');
  await form.getByLabelText('Name').fill('Serials');
  await form.getByText('Use my list').click();
  await form.getByRole('button', { name: 'Add' }).click();
  const keys = dialog('Add keys to “Serials”');
  await keys.getByLabelText('License keys', { exact: true }).fill('SERIAL-1\nSERIAL-2');
  await keys.getByRole('button', { name: 'Add keys' }).click();
  await dialog('2 keys were added').getByRole('button', { name: 'Done' }).click();
  expect(rpc.bodiesOf('import-license-keys')).toEqual([{ deliverableId: 'serials', keys: ['SERIAL-1', 'SERIAL-2'] }]);
});

test('includes a deliverable with prices and extras', async () => {
  const club = { id: 'club', name: 'Club', price: '9', paymentType: 'one-time', billingFrequency: 'monthly' } as const;
  const { rpc } = await openDelivery(
    {
      ...withItems('guide'),
      ...withBumps(createBump('workbook', '19', { title: 'Workbook' })),
      priceOptions: { baseName: 'Course', others: [club] },
    },
    createDeliverable('file', 'Guide'),
  );
  const saveAndRead = async () => {
    await saveByShortcut();
    return lastSavedConfig(rpc)?.delivery.items[0]?.offeredWith;
  };
  await expect.element(card('Guide').getByLabelText('Club')).toBeChecked();
  await card('Guide').getByLabelText('Club').click();
  await card('Guide').getByLabelText('Extra: Workbook').click();
  await expect.poll(saveAndRead).toEqual(['base', 'bump:workbook']);
  await card('Guide').getByLabelText('Extra: Workbook').click();
  await card('Guide').getByLabelText('Course').click();
  await expect.element(card('Guide')).toMatchTextContent('Choose at least one price or extra');
  await card('Guide').getByLabelText('Course').click();
  await card('Guide').getByLabelText('Club').click();
  await expect.poll(saveAndRead).toBeNull();
});

test('moves deliverables by keyboard, removes one so that it can be undone, and adds it again', async () => {
  const { rpc } = await openDelivery(
    withItems('guide', 'course'),
    createDeliverable('file', 'Guide'),
    createDeliverable('link', 'Course'),
  );
  const listSaved = () => lastSavedConfig(rpc)?.delivery.items.map(({ id }) => id);
  focusField(button('Move down: Guide'));
  await userEvent.keyboard('{Enter}');
  await saveByShortcut();
  await expect.poll(listSaved).toEqual(['course', 'guide']);
  await button('Remove: Course').click();
  await expect.element(card('Course')).not.toBeInTheDocument();
  await button('Undo').click();
  await expect.element(card('Course')).toBeVisible();
  await button('Remove: Course').click();
  await button('Add to the page: Course').click();
  await saveByShortcut();
  await expect.poll(listSaved).toEqual(['guide', 'course']);
  expect(rpc.bodiesOf('remove-deliverable')).toEqual([]);
});

test('deletes what the page does not deliver, and says if the published page still does', async () => {
  const { rpc } = await openDelivery({}, createDeliverable('file', 'Guide'));
  rpc.handle({
    'remove-deliverable': () => {
      throw new RpcFailure(409, { code: 'deliverable_in_use', title: 'Not deleted', message: 'Publish first.' });
    },
  });
  const confirm = async () => {
    await button('Delete: Guide').click();
    await dialog('Delete “Guide”?').getByRole('button', { name: 'Delete', exact: true }).click();
  };
  await confirm();
  await expect.element(getToast('Not deleted')).toMatchTextContent('Publish first.');
  const { handlers } = createDeliveryServer([createDeliverable('file', 'Guide')]);
  rpc.handle(handlers);
  await confirm();
  await expect.element(page.getByText('Not on this page')).not.toBeInTheDocument();
});

test('does not publish while a file is missing, and leads to it', async () => {
  const missing = createDeliverable('file', 'Your book', { id: 'book', file: null });
  const { rpc } = await openDelivery(withItems('book'), missing);
  await getPublishButton().click();
  await expect.element(card('Your book')).toMatchTextContent('Upload a file for “Your book”');
  await expect.element(button('Settings: Your book')).toHaveFocus();
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
  await expect.element(button('Upload file: Your book')).toBeVisible();
});

test('sends buyers to a URL, which must be complete', async () => {
  const { rpc } = await openDelivery({});
  await page.getByText('Send buyers to my site').click();
  const url = page.getByLabelText('URL', { exact: true });
  await getPublishButton().click();
  await expect.element(url).toHaveFocus();
  await expect.element(page.getByText('Enter the URL that buyers are sent to after payment').first()).toBeVisible();
  await url.fill('https://example.com/thanks?order={order_number}');
  await page.getByLabelText('Sign the URL').click();
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc)?.delivery)
    .toMatchObject({
      afterPayment: 'redirect',
      redirectUrl: 'https://example.com/thanks?order={order_number}',
      signRedirect: true,
    });
});

test('shows the versions of a file, lets buyers get an earlier one, and links to what a buyer sees', async () => {
  const { rpc } = await openDelivery(withItems('guide'), createDeliverable('file', 'Guide'));
  const versions = [createFileVersion({ number: 2 }), createFileVersion({ fileName: 'first.pdf' })];
  rpc.handle({
    'list-file-versions': () => ({ versions, current: 2 }),
    'use-file-version': () => ({ deliverable: createDeliverable('file', 'Guide') }),
  });
  await button('More actions: Guide').click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  await expect.element(dialog('Versions of “Guide”')).toMatchTextContent('first.pdf');
  await button('Use version 1').click();
  await expect.element(getToast('Buyers now get version 1')).toBeVisible();
  expect(rpc.bodiesOf('use-file-version')).toEqual([{ deliverableId: 'guide', number: 1 }]);
  await userEvent.keyboard('{Escape}');
  await expect
    .element(page.getByRole('link', { name: 'Try as a buyer' }))
    .toHaveAttribute('href', `/g/sample/${PAGE_ID}`);
});
