import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createAnalytics, createPoint } from '#app/testing/create-analytics.ts';
import type { Analytics } from '#domain/analytics.ts';

import { ChartAnnotations } from './chart-annotations.tsx';
import { getMeasure, type MeasureId } from './chart-measures.ts';
import { ChartTable } from './chart-table.tsx';
import { Chart, getIndexAfterKey } from './chart.tsx';

const renderChart = (analytics: Analytics, upper: MeasureId = 'visitors', lower: MeasureId | null = 'net') =>
  renderToStaticMarkup(<Chart analytics={analytics} upper={getMeasure(upper)} lower={lower && getMeasure(lower)} />);
const count = (html: string, what: RegExp) => html.match(what)?.length ?? 0;

test('stacks two measures, each with its line and its comparison line', () => {
  const html = renderChart(createAnalytics());
  expect(count(html, /class="chart-panel"/g)).toBe(2);
  expect(count(html, /class="chart-panel__area" d="M[^"]+Z"/g)).toBe(2);
  expect(count(html, /class="chart-panel__line--previous" d="M[^"]+"/g)).toBe(2);
  // Today is unfinished.
  expect(count(html, /class="chart-panel__line growing"/g)).toBe(2);
  expect(html).toContain('aria-label="Visitors and Revenue, by day"');
  expect(html).toMatch(
    /role="img" aria-label="Fri, Nov 20, 2026, so far\. Visitors 30, previously 50\. Revenue \$98\.00/,
  );
});

test('draws one line for a single measure without comparison', () => {
  const html = renderChart(createAnalytics({ before: null }), 'paid', null);
  expect(count(html, /class="chart-panel"/g)).toBe(1);
  expect(html).not.toContain('previously');
});

test('names the marker of a publication by its day', () => {
  const annotations = createAnalytics().notes;
  const html = renderToStaticMarkup(
    <ChartAnnotations markers={[{ x: 10, annotations }]} timeZone="UTC" showPageNames={false} />,
  );
  expect(html).toContain('aria-label="Thu, Nov 19, 2026: Version 12 published"');
});

test('draws zero points, one point and huge amounts without NaN', () => {
  const huge = [createPoint('2026-11-18', 3e9, 9e14), createPoint('2026-11-19', 1, -9e14)];
  for (const points of [[], [createPoint('2026-11-18', 0)], [createPoint('2026-11-18', 7)], huge]) {
    const html = renderChart(createAnalytics({ points, before: null, notes: [] }));
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test('moves between points by keyboard and stays inside', () => {
  expect(getIndexAfterKey('ArrowRight', 4, 30)).toBe(5);
  expect(getIndexAfterKey('ArrowLeft', 0, 30)).toBe(0);
  expect(getIndexAfterKey('PageDown', 29, 30)).toBe(22);
  expect(getIndexAfterKey('End', 3, 30)).toBe(29);
  expect(getIndexAfterKey('Home', 3, 30)).toBe(0);
  expect(getIndexAfterKey('a', 3, 30)).toBe(null);
});

test('lists all points with their comparison in the table, newest first', () => {
  const html = renderToStaticMarkup(<ChartTable analytics={createAnalytics()} />);
  const rows = [...html.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, text = '']) =>
    text.replaceAll(/<[^>]+>/g, ' '),
  );
  expect(rows).toEqual([
    'Fri, Nov 20, 2026 Tue, Nov 17, 2026 ',
    'Thu, Nov 19, 2026 Mon, Nov 16, 2026 ',
    'Wed, Nov 18, 2026 Sun, Nov 15, 2026 ',
  ]);
});
