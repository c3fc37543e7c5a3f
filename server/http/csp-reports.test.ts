import { expect, test } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

import { openLog } from './log.ts';

const ORDER = crypto.randomUUID();
const PAGE = `http://localhost:3000/success?t=${ORDER}`;

async function createTestEnv(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const log = openLog('warn', { write: (line) => void lines.push(line) });
  const app = await createTestApp({ log, env });
  const sendReport = async (body: unknown, type = 'application/csp-report') =>
    (
      await app.request('/reports/csp', {
        method: 'POST',
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    ).status;
  const loggedReports = () =>
    lines.map((line) => JSON.parse(line) as Record<string, string>).filter(({ msg }) => msg === 'csp_violation');
  return { sendReport, loggedReports, advance: app.advance };
}

const legacyReport = (document = PAGE, blocked = 'https://evil.example/x.js?stolen=1') => ({
  'csp-report': {
    'document-uri': document,
    'blocked-uri': blocked,
    'effective-directive': 'script-src-elem',
  },
});

const reportingApiReport = (documentURL = PAGE) => [
  {
    type: 'csp-violation',
    age: 1,
    url: PAGE,
    body: { documentURL, blockedURL: 'inline', effectiveDirective: 'script-src' },
  },
  { type: 'deprecation', age: 1, body: {} },
];

test('logs reports of both formats without personal data', async () => {
  const { sendReport, loggedReports } = await createTestEnv();
  expect(await sendReport(legacyReport())).toBe(204);
  expect(
    await sendReport(reportingApiReport(`http://localhost:3000/c/taller/pay/${ORDER}`), 'application/reports+json'),
  ).toBe(204);
  expect(loggedReports()).toMatchObject([
    {
      document: 'http://localhost:3000/success',
      blocked: 'https://evil.example/x.js',
      directive: 'script-src-elem',
    },
    { document: 'http://localhost:3000/c/taller/pay/:id', blocked: 'inline', directive: 'script-src' },
  ]);
});

test('ignores invalid, oversized and foreign reports', async () => {
  const { sendReport, loggedReports } = await createTestEnv();
  expect(await sendReport('{')).toBe(400);
  expect(await sendReport({ 'csp-report': 'x' })).toBe(400);
  expect(
    await sendReport(
      Array.from({ length: 11 }, () => reportingApiReport()[0]),
      'application/reports+json',
    ),
  ).toBe(400);
  expect(await sendReport(legacyReport(), 'text/plain')).toBe(415);
  expect(await sendReport(legacyReport(`${PAGE}${'x'.repeat(9000)}`))).toBe(413);
  expect(await sendReport(legacyReport('https://elsewhere.example/'))).toBe(204);
  expect(await sendReport(legacyReport('about'))).toBe(204);
  expect(loggedReports()).toEqual([]);
});

test('limits the log lines of a flood of reports', async () => {
  const { sendReport, loggedReports, advance } = await createTestEnv({ RATE_LIMITS: 'live' });
  // Moves to the start of a minute, so that the flood stays in one window.
  advance(60_000 - (Date.now() % 60_000));
  for (let times = 0; times < 40; times += 1) expect(await sendReport(legacyReport())).toBe(204);
  expect(loggedReports()).toHaveLength(30);
});
