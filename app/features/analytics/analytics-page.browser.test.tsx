import { expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { analyticsHandlers, COURSE_ID, quietAnalytics, visitedAnalytics } from '#app/testing/analytics.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { createPageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const metrics = (screen: RenderResult) => screen.getByRole('region', { name: 'Metrics' });
const chart = (screen: RenderResult) => screen.getByRole('group', { name: / by (?:hour|day)$/ });
const row = (screen: RenderResult, name: string) =>
  screen.getByRole('region', { name: 'Breakdowns' }).getByRole('row').filter({ hasText: name });

/** Selects an option synchronously, without waiting for React to render. */
function choose(field: Element, text: string): void {
  if (!(field instanceof HTMLSelectElement)) throw new Error('This is not a select element');
  field.value = [...field.options].find((option) => option.text === text)?.value ?? '';
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Displayed value of each metric by name. */
const valuesIn = (screen: RenderResult) =>
  Object.fromEntries(
    [...metrics(screen).element().querySelectorAll<HTMLElement>('[data-figure]')].map((metric) => [
      metric.dataset.figure,
      metric.querySelector('.fig')?.textContent ?? metric.querySelector('[role=img]')?.ariaLabel,
    ]),
  );

test('shows the metrics, their changes and their definitions', async () => {
  const { screen } = await renderApp('/analytics', analyticsHandlers());
  await expect.element(metrics(screen)).toBeVisible();
  expect(valuesIn(screen)).toMatchObject({
    net: '$165.00',
    visitors: '7',
    views: '8',
    started: '3',
    paid: '3',
    conversion: '42.9%',
    average: '$55.00',
    refunds: '0',
  });
  await expect.element(metrics(screen)).toMatchTextContent('Up from 0');
  await screen.getByRole('button', { name: 'About Conversion rate' }).click();
  await expect
    .element(screen.getByRole('dialog', { name: 'About Conversion rate' }))
    .toMatchTextContent('Orders paid ÷ visitors');
});

test('stores the browser’s time zone once for a seller without one', async () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  let storedZones = false;
  const { screen, rpc } = await renderApp('/analytics', {
    ...analyticsHandlers(),
    'get-analytics': () =>
      visitedAnalytics({ timeZone: storedZones ? timeZone : 'Asia/Tokyo', timeZoneChosen: storedZones }),
    'set-time-zone': (body) => {
      storedZones = true;
      return body;
    },
  });
  await expect.element(screen.getByText(/^As of/)).toMatchTextContent(`Time zone: ${timeZone.replaceAll('_', ' ')}`);
  expect(rpc.bodiesOf('set-time-zone')).toEqual([{ timeZone }]);
});

test('has a tab for each breakdown and a choice of UTM parameters for campaigns', async () => {
  const { screen, rpc, history } = await renderApp('/analytics', analyticsHandlers());
  await screen.getByRole('tab', { name: 'Campaign' }).click();
  await expect.element(row(screen, 'letters')).toMatchTextContent('$40.00');
  await expect.poll(() => history.url).toBe('/analytics?by=utm_campaign');
  await screen.getByRole('button', { name: 'Source', exact: true }).click();
  await expect.element(row(screen, 'newsletter')).toMatchTextContent('2 visitors');
  await screen.getByRole('tab', { name: 'Coupon' }).click();
  await expect.element(row(screen, 'QUARTER')).toMatchTextContent('$30.00');
  await screen.getByRole('tab', { name: 'Extra' }).click();
  await expect.element(row(screen, 'Workbook')).toMatchTextContent('25.0%');
  const dimensions = new Set(rpc.bodiesOf('get-breakdown').map(({ by }) => by));
  expect([...dimensions]).toEqual(['page', 'utm_campaign', 'utm_source', 'coupon', 'bump']);
});

test('filters by comparison and page, and Back removes the filters', async () => {
  const { screen, rpc, history } = await renderApp('/analytics', analyticsHandlers());
  await expect.element(metrics(screen)).toMatchTextContent('Up from 0');
  await screen.getByLabelText('Comparison').selectOptions('No comparison');
  await expect.element(metrics(screen)).not.toMatchTextContent('Up from');
  await row(screen, 'Linocut for Beginners').getByRole('link').click();
  await expect.poll(() => valuesIn(screen)).toMatchObject({ net: '$70.00', visitors: '6' });
  await expect.poll(() => history.url).toBe(`/analytics?compare=none&product=${COURSE_ID}`);
  expect(rpc.bodiesOf('get-analytics').at(-1)).toEqual({ period: '30d', pageId: COURSE_ID });
  history.goBack();
  await expect.poll(() => valuesIn(screen)).toMatchObject({ visitors: '7' });
});

test('reads chart points by keyboard, and opens and closes annotations', async () => {
  const { screen } = await renderApp('/analytics', analyticsHandlers());
  await expect.element(chart(screen)).toHaveAccessibleName('Visitors and Revenue, by day');
  const points = chart(screen).element().querySelectorAll<HTMLElement>('[role=img]');
  const tabStops = () => [...points].filter(({ tabIndex }) => tabIndex === 0);
  expect(tabStops()).toEqual([[...points].at(-1)]);
  tabStops()[0]?.focus();
  const read = () => document.activeElement?.ariaLabel;
  await expect.poll(read).toMatch(/so far\. Visitors 7, previously 0\. Revenue \$165\.00/);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(read).toMatch(/Visitors 0, previously 0\. Revenue \$0\.00/);
  await userEvent.keyboard('{Home}');
  await expect.poll(() => document.activeElement === points[0]).toBe(true);
  await expect.poll(tabStops).toEqual([points[0]]);
  await userEvent.click(chart(screen));
  await expect.poll(read).toMatch(/^\w{3}, \w{3} \d+, 2026\. Visitors/);
  // Both pages were published on one day: one marker represents both.
  await screen.getByRole('button', { name: /2 versions published$/ }).click();
  await expect.element(screen.getByText('First published').first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('First published').first()).not.toBeInTheDocument();
});

test('shows the chart as a table, the chosen measures, and hours for a single day', async () => {
  const { screen, history } = await renderApp('/analytics', analyticsHandlers());
  const asTable = screen.getByRole('button', { name: 'Show as table' });
  await asTable.click();
  const first = screen.getByRole('region', { name: 'Chart data' }).getByRole('row').nth(1);
  await expect.element(first).toMatchTextContent('$165.00');
  await asTable.click();
  // Both options are selected before React renders the first one.
  choose(screen.getByLabelText('Main metric').element(), 'Views');
  choose(screen.getByLabelText('Second metric').element(), 'None');
  await expect.element(chart(screen)).toHaveAccessibleName('Views, by day');
  await screen.getByLabelText('Period').selectOptions('Today');
  await expect.element(chart(screen)).toHaveAccessibleName('Views, by hour');
  await expect.poll(() => history.url).toBe('/analytics?period=today&show=views&and=none');
});

test('finds a time zone by city', async () => {
  let timeZone = 'Europe/Berlin';
  const { screen, rpc } = await renderApp('/analytics', {
    ...analyticsHandlers(),
    'get-analytics': () => visitedAnalytics({ timeZone }),
    'set-time-zone': (body) => {
      ({ timeZone } = body);
      return body;
    },
  });
  await screen.getByRole('button', { name: 'Change time zone' }).click();
  await screen.getByRole('searchbox', { name: 'Search for a city or region' }).fill('tokyo');
  await screen.getByText('Asia/Tokyo').first().click();
  await screen.getByRole('button', { name: 'Use this time zone' }).click();
  await expect.element(screen.getByText(/^As of/)).toMatchTextContent('Time zone: Asia/Tokyo');
  expect(rpc.bodiesOf('set-time-zone')).toEqual([{ timeZone: 'Asia/Tokyo' }]);
});

test('fits on a phone', async () => {
  await page.viewport(390, 844);
  const { screen } = await renderApp('/analytics', analyticsHandlers());
  await expect.element(metrics(screen)).toBeVisible();
  const sections = screen.getByRole('navigation', { name: 'Sections' });
  await expect.element(sections.getByRole('link', { name: 'Analytics' })).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.viewport(1280, 900);
});

test('shows the empty state before the first page is published', async () => {
  const { screen } = await renderApp('/analytics', analyticsHandlers(quietAnalytics({ pages: [] })));
  await expect.element(screen.getByRole('heading', { name: 'No analytics yet' })).toBeVisible();
});

test('offers the page’s URL before the first visit', async () => {
  const { screen } = await renderApp('/analytics', {
    ...analyticsHandlers(quietAnalytics()),
    'list-pages': () => ({ pages: [createPageSummary()], access: true }),
  });
  await expect.element(screen.getByRole('heading', { name: 'No views or sales in this period' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /\/c\/linocut$/ })).toBeVisible();
});

test('leads from an unpublished page to all pages', async () => {
  const { screen, history } = await renderApp(`/analytics?product=${COURSE_ID}`, {
    ...analyticsHandlers(quietAnalytics()),
    'get-analytics': ({ pageId }) => {
      if (pageId === undefined) return quietAnalytics();
      throw new RpcFailure(404, { code: 'not_found', title: '', message: 'We couldn’t find that.' });
    },
    'list-pages': () => ({ pages: [], access: true }),
  });
  await expect.element(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await screen.getByRole('button', { name: 'Show all pages' }).click();
  await expect.element(screen.getByRole('heading', { name: 'No views or sales in this period' })).toBeVisible();
  await expect.poll(() => history.url).toMatch(/^\/analytics\??$/);
});

test('retries after a load error', async () => {
  const { screen, rpc } = await renderApp('/analytics', {
    ...analyticsHandlers(),
    'get-analytics': () => {
      throw new RpcFailure(503, { code: 'unavailable', title: '', message: 'Not right now.' });
    },
  });
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Couldn’t load your analytics');
  rpc.handle(analyticsHandlers());
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => valuesIn(screen)).toMatchObject({ visitors: '7' });
});
