import { expect, test } from 'vitest';

import { detectDevice, isBot } from './user-agent.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const BROWSERS: [userAgent: string, device: string][] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'desktop'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0`, 'desktop'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'desktop',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'desktop'],
  ['Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)', 'desktop'],
  ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)', 'desktop'],
  ['Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko', 'desktop'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'mobile',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0.0.28 (iPhone14,5; iOS 18_5)',
    'mobile',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/520.0;FBDV/iPhone15,3]',
    'mobile',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`, 'mobile'],
  [`Mozilla/5.0 (Linux; Android 12; CUBOT KINGKONG 7) ${WEBKIT} Chrome/120.0.0.0 Mobile Safari/537.36`, 'mobile'],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-S901B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'mobile',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'mobile'],
  ['Opera/9.80 (J2ME/MIDP; Opera Mini/9.80; U; en) Presto/2.12 Version/12.16', 'mobile'],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'tablet',
  ],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'tablet'],
  ['Mozilla/5.0 (Android 14; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0', 'tablet'],
  [`Mozilla/5.0 (Linux; Android 9; KFMAWI) ${WEBKIT} Silk/120.1 like Chrome/120.0 Safari/537.36`, 'tablet'],
  [`Mozilla/5.0 (Linux; Android 9; BRAVIA 4K) ${WEBKIT} Chrome/120.0 Safari/537.36`, 'other'],
  [
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 TV Safari/537.36',
    'other',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) ${WEBKIT} Chrome/130.0 Safari/537.36 Edge/44`, 'other'],
];

test('detects the device of common browsers', () => {
  for (const [userAgent, device] of BROWSERS)
    expect([userAgent, isBot(userAgent), detectDevice(userAgent)]).toEqual([userAgent, false, device]);
});

test('detects an iPad with a desktop user agent by its touch screen, and keeps touch laptops as computers', () => {
  const mac = BROWSERS[2]?.[0] ?? '';
  const windows = BROWSERS[0]?.[0] ?? '';
  expect(detectDevice(mac, true)).toBe('tablet');
  expect(detectDevice(windows, true)).toBe('desktop');
});

test('returns other for an empty user agent', () => {
  expect(detectDevice('')).toBe('other');
  expect(detectDevice('Mozilla/5.0 (unknown)')).toBe('other');
});

test('detects bots', () => {
  for (const userAgent of [
    '',
    'curl/8.5.0',
    'python-requests/2.32',
    'Go-http-client/2.0',
    'okhttp/4.12.0',
    'node',
    'Wget/1.21',
    'WhatsApp/2.23.20.0',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'TelegramBot (like TwitterBot)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    `Mozilla/5.0 (Windows NT 6.1; WOW64) ${WEBKIT} Chrome/100.0 Safari/534 BingPreview/1.0b`,
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 11; moto g power) ${WEBKIT} Chrome/136.0 Mobile Safari/537.36 Chrome-Lighthouse`,
    `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/119.0 Safari/537.36 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
    'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/129.0 Safari/537.36 PTST/240`,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; SkypeUriPreview Preview/0.5)',
    'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/26.0.0',
    'Mozilla/5.0 (Macintosh) PhantomJS/2.1.1 Safari/538.1',
  ])
    expect([userAgent, isBot(userAgent)]).toEqual([userAgent, true]);
});
