import { expect, onTestFinished, test, vi } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { PAGE_ID } from '#app/testing/builder.ts';
import {
  createDifferingDomain,
  createDomainHandlers,
  createLiveDomain,
  createMissingDomain,
  createPendingDomain,
} from '#app/testing/domains.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const NAME = 'pay.marlow.com';
const table = (screen: RenderResult) => screen.getByRole('table', { name: 'Domains' });
const hostField = (screen: RenderResult) => screen.getByLabelText('Domain', { exact: true });

test('keeps the input of a rejected domain and shows an added one with its page', async () => {
  const handlers = createDomainHandlers();
  const { screen, rpc } = await renderApp('/domains', {
    ...handlers,
    'add-domain': ({ host }) => {
      if (host !== 'github.io') return handlers.replaceDomain(createLiveDomain());
      throw new RpcFailure(422, {
        code: 'domain_invalid',
        title: '',
        message: 'This is a domain ending that many sites share.',
      });
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Use your own domain' })).toBeVisible();
  await screen.getByRole('button', { name: 'Add a domain' }).click();
  await expect.element(hostField(screen)).toHaveFocus();
  await screen.getByRole('button', { name: 'Add domain' }).click();
  await expect
    .element(hostField(screen))
    .toHaveAccessibleDescription(expect.stringContaining('Enter a domain that you own'));
  await hostField(screen).fill('github.io');
  await screen.getByRole('button', { name: 'Add domain' }).click();
  await expect.element(hostField(screen)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(hostField(screen)).toHaveValue('github.io');
  await expect
    .element(screen.getByRole('dialog').getByText('This is a domain ending that many sites share.'))
    .toBeVisible();
  await expect.element(screen.getByLabelText('Page', { exact: true })).toHaveValue(PAGE_ID);
  await hostField(screen).fill(`http://${NAME.toUpperCase()}/`);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(`${NAME} is live`)).toBeVisible();
  expect(
    table(screen)
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Domain', 'Status', 'Page', 'Actions']);
  await expect.element(table(screen)).toMatchTextContent('Live');
  await expect
    .element(table(screen).getByRole('button', { name: NAME, exact: true }))
    .toHaveAttribute('aria-expanded', 'true');
  const open = table(screen).getByRole('link', { name: `Open ${NAME}` });
  await expect.element(open).toHaveAttribute('href', `https://${NAME}`);
  await expect.element(open).toHaveAttribute('target', '_blank');
  expect(rpc.bodiesOf('add-domain')).toEqual([
    { host: 'github.io', pageId: PAGE_ID },
    { host: `http://${NAME.toUpperCase()}/`, pageId: PAGE_ID },
  ]);
});

test('removes a domain after a confirmation with the safe button first', async () => {
  const { screen, rpc } = await renderApp('/domains', createDomainHandlers([createLiveDomain()]));
  await table(screen).getByRole('button', { name: NAME, exact: true }).click();
  await table(screen).getByRole('button', { name: 'Remove domain' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent('stays available at its own URL');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Remove domain' }).click();
  await expect.element(screen.getByText('Domain removed')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Use your own domain' })).toBeVisible();
  expect(rpc.bodiesOf('remove-domain')).toEqual([{ domainId: createLiveDomain().id }]);
});

test('explains domains and links to the plans if the plan has none', async () => {
  const { screen } = await renderApp('/domains', createDomainHandlers([], false));
  await expect.element(screen.getByText('Available on Growth')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add a domain' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/subscription');
});

test('shows and copies the records with short and full names', async () => {
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copying.mockRestore());
  const { screen } = await renderApp('/domains', createDomainHandlers([createPendingDomain()]));
  await expect.element(table(screen)).toMatchTextContent('Waiting for DNS');
  await expect.element(table(screen).getByText('_tillwright.pay', { exact: true })).toBeVisible();
  await expect.element(table(screen).getByText(`_tillwright.${NAME}`, { exact: true })).toBeVisible();
  await table(screen).getByRole('button', { name: 'Copy the value of the TXT record' }).click();
  await expect.element(table(screen).getByRole('button', { name: 'Copied the value of the TXT record' })).toBeVisible();
  expect(copying.mock.calls).toEqual([['tillwright-verify=abc']]);
});

test('shows the result of a check for each record', async () => {
  const handlers = createDomainHandlers([createPendingDomain()]);
  const { screen, rpc } = await renderApp('/domains', {
    ...handlers,
    'check-domain': () => handlers.replaceDomain(createMissingDomain()),
  });
  const check = table(screen).getByRole('button', { name: 'Check now' });
  await check.click();
  const status = table(screen).getByRole('status');
  await expect
    .element(status)
    .toMatchTextContent(`There’s no TXT record at _tillwright.${NAME} yet. ${NAME} doesn’t point anywhere yet.`);
  expect(table(screen).getByText('Not found', { exact: true }).elements()).toHaveLength(2);
  rpc.handle({ 'check-domain': () => handlers.replaceDomain(createDifferingDomain()) });
  await check.click();
  await expect.element(status).toMatchTextContent(`${NAME} points to shops.elsewhere.net`);
  await expect.element(table(screen).getByText('Different value found').first()).toBeVisible();
  await expect.element(table(screen).getByText('tillwright-verify=of-somebody-else')).toBeVisible();
  rpc.handle({ 'check-domain': () => handlers.replaceDomain(createLiveDomain()) });
  await check.click();
  await expect.element(table(screen)).toMatchTextContent('Live');
  await expect.poll(() => table(screen).getByText('Correct', { exact: true }).elements().length).toBe(2);
  await expect.element(screen.getByText(`${NAME} is live`)).toBeVisible();
});

test('announces a domain that becomes live without a click', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const handlers = createDomainHandlers([createMissingDomain()]);
  const { screen } = await renderApp('/domains', handlers);
  await expect.element(table(screen)).toMatchTextContent('Waiting for DNS');
  handlers.replaceDomain(createLiveDomain());
  vi.advanceTimersByTime(10_000);
  await expect.element(screen.getByText(`${NAME} is live`)).toBeVisible();
  await expect.element(table(screen)).toMatchTextContent('Live');
});

test('shows a failed check of a live domain whose ownership record is gone, and keeps it working', async () => {
  const handlers = createDomainHandlers([
    createLiveDomain({
      state: 'failing',
      diagnosis: [`There’s no TXT record at _tillwright.${NAME} anymore.`],
    }),
  ]);
  const { screen } = await renderApp('/domains', handlers);
  await expect.element(table(screen)).toMatchTextContent('Check failed');
  await expect.element(table(screen)).toMatchTextContent('The domain still works.');
  await expect.element(table(screen)).toMatchTextContent(`There’s no TXT record at _tillwright.${NAME} anymore.`);
});

test('expands and collapses by keyboard and fits on a phone', async () => {
  await page.viewport(390, 844);
  const { screen } = await renderApp('/domains', createDomainHandlers([createDifferingDomain()]));
  const toggle = table(screen).getByRole('button', { name: NAME, exact: true });
  const check = table(screen).getByRole('button', { name: 'Check now' });
  await expect.element(check).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  toggle.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(check).not.toBeInTheDocument();
  await userEvent.keyboard(' ');
  await expect.element(check).toBeVisible();
  await page.viewport(1280, 900);
});
