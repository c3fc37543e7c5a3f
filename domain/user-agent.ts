import type { Device } from './attribution.ts';

const OTHER_DEVICE =
  /smart-?tv|hbbtv|\btv\b|web0s|googletv|appletv|crkey|bravia|roku|\baft[a-z]|playstation|\bxbox\b|nintendo|quest \d|oculus|watch/i;
const TABLET = /ipad|tablet|playbook|kindle|silk(?!.*mobile)|android(?!.*mobile)/i;
const MOBILE = /mobi|iphone|ipod|android|windows phone|blackberry|bb10|opera mini|kaios/i;
const DESKTOP = /windows nt|macintosh|x11|linux|cros|freebsd|openbsd/i;

/**
 * Device type from the user agent. `touch`: the browser reports a touch screen; iPads identify as Macs, which have none.
 */
export function detectDevice(userAgent: string, touch = false): Device {
  if (OTHER_DEVICE.test(userAgent)) return 'other';
  if (TABLET.test(userAgent)) return 'tablet';
  if (MOBILE.test(userAgent)) return 'mobile';
  if (touch && userAgent.includes('Macintosh')) return 'tablet';
  return DESKTOP.test(userAgent) ? 'desktop' : 'other';
}

/** Prefix of every browser's user agent; many bots with HTTP libraries lack it. */
const BROWSER_PREFIX = /^(Mozilla\/5\.0 \(|Mozilla\/4\.0 \(compatible; MSIE|Opera\/9)/;
/** Signs of bots that imitate a browser's prefix. `Cubot` is a phone brand. */
const BOT_PATTERN = new RegExp(
  [
    String.raw`(?<!cu)bot\b|(?<!cu)bot[/ ;_-]|(?<!cu)bots?/|crawl|spider|slurp|scrap`,
    // Browsers do not include URLs, nor 'compatible' except in old Internet Explorer.
    String.raw`\+?https?://|@[a-z0-9-]+\.[a-z]|\(compatible; (?!msie)`,
    'headless|phantomjs|puppeteer|playwright|selenium|webdriver|cypress|jsdom|prerender|splash',
    'lighthouse|pagespeed|ptst|gtmetrix|speedcurve|calibre|catchpoint|dareboost',
    'pingdom|statuscake|uptime|monitor|synthetic|datadog|checkly|site24x7|newrelic|nagios|zabbix',
    'preview|facebookexternalhit|facebookcatalog|embedly|iframely|skypeuri|snap url|vkshare',
    'google-|googleother|mediapartners|apis-google|feedfetcher|storebot|adsbot|duplexweb|google favicon',
    'gptbot|chatgpt-user|oai-search|claude-|anthropic|perplexity|ccbot|bytespider|amazonbot|applebot|petal',
    'archive|wayback|httrack|wget|curl|python|java/|perl|ruby|okhttp|axios|nodejs|undici|scanner|nessus|nmap|censys|zgrab',
    'validator|w3c_|feedly|newsblur|fetch|http-?client|libwww|link-?check|screenshot|thumbnail|virustotal|barracuda|proofpoint',
  ].join('|'),
  'i',
);

/** True for user agents that identify as bots: search engines, link previews, monitors. Undeclared bots count as visitors. */
export const isBot = (userAgent: string): boolean => !BROWSER_PREFIX.test(userAgent) || BOT_PATTERN.test(userAgent);
