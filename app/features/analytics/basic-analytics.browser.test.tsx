import { expect, test } from 'vitest';

import { analyticsHandlers, visitedAnalytics } from '#app/testing/analytics.ts';
import { RpcFailure, type RpcHandlers } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';

/** Server responses for the Starter plan: recent days without comparison. */
const basicHandlers = (): RpcHandlers => ({
  ...analyticsHandlers(),
  'get-analytics': ({ period, compare, comparisonOptional }) => {
    if ((compare === undefined || comparisonOptional) && period !== 'all')
      return visitedAnalytics({ level: 'basic', before: null, notes: [] });
    const message = 'This feature requires the Growth or Pro plan.';
    throw new RpcFailure(403, { code: 'plan_needed', title: '', message });
  },
});

test('shows metrics on the Starter plan and locks Growth features', async () => {
  const { screen, rpc } = await renderApp('/analytics', basicHandlers());
  await expect
    .element(screen.getByRole('region', { name: 'Metrics' }).getByRole('img', { name: '$165.00' }))
    .toBeVisible();
  expect(rpc.bodiesOf('get-analytics')).toEqual([{ period: '30d', compare: 'previous', comparisonOptional: true }]);
  await expect.poll(() => rpc.bodiesOf('get-breakdown')).toEqual([{ period: '30d', by: 'page' }]);
  await expect.element(screen.getByLabelText('Comparison')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: /Export CSV/ })).not.toBeInTheDocument();
  const tabs = screen.getByRole('tab').elements();
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Page']);
  await expect.element(screen.getByRole('row').filter({ hasText: 'Night Heron, print' })).toMatchTextContent('$95.00');
  await expect.element(screen.getByRole('option', { name: 'All time · Growth' })).toBeDisabled();
  await expect
    .element(screen.getByRole('region', { name: 'Included in Growth and Pro' }).getByRole('link'))
    .toHaveAttribute('href', '/subscription');
});

test('leads from a Growth-only period in the URL back to the last 30 days', async () => {
  const { screen, history } = await renderApp('/analytics?period=all', basicHandlers());
  await expect.element(screen.getByRole('heading', { name: 'Not included in your plan' })).toBeVisible();
  await screen.getByRole('button', { name: 'Show the last 30 days' }).click();
  await expect.element(screen.getByRole('region', { name: 'Metrics' })).toBeVisible();
  await expect.poll(() => history.url).toMatch(/^\/analytics\??$/);
});
