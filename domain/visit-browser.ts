import type { Device } from './visit.ts';

const OTHER =
  /smart-?tv|hbbtv|\btv\b|web0s|googletv|appletv|crkey|bravia|roku|\baft[a-z]|playstation|\bxbox\b|nintendo|quest \d|oculus|watch/i;
const TABLET = /ipad|tablet|playbook|kindle|silk(?!.*mobile)|android(?!.*mobile)/i;
const MOBILE = /mobi|iphone|ipod|android|windows phone|blackberry|bb10|opera mini|kaios/i;
const DESKTOP = /windows nt|macintosh|x11|linux|cros|freebsd|openbsd/i;

/**
 * What kind of machine a browser says that it runs on. `touch`: its screen takes fingers. iPads call themselves
 * computers of the same maker, none of which has such a screen.
 */
export function deviceOf(userAgent: string, touch = false): Device {
  if (OTHER.test(userAgent)) return 'other';
  if (TABLET.test(userAgent)) return 'tablet';
  if (MOBILE.test(userAgent)) return 'mobile';
  if (touch && userAgent.includes('Macintosh')) return 'tablet';
  return DESKTOP.test(userAgent) ? 'desktop' : 'other';
}

/** How every browser of people begins; what looks for links, prices or faults with a library of its own does not. */
const PEOPLE = /^(Mozilla\/5\.0 \(|Mozilla\/4\.0 \(compatible; MSIE|Opera\/9)/;
/** What tells on those who begin like a browser. `Cubot` makes phones. */
const NO_PEOPLE = new RegExp(
  [
    String.raw`(?<!cu)bot\b|(?<!cu)bot[/ ;_-]|(?<!cu)bots?/|crawl|spider|slurp|scrap`,
    // The address of an explanation is what no browser carries; nor does it say 'compatible', but for one of old.
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

/**
 * Whether no person looks: search engines, previews of links, watchers and other programs, as far as they say so. Those
 * who pretend to be people are counted.
 */
export const isBot = (userAgent: string): boolean => !PEOPLE.test(userAgent) || NO_PEOPLE.test(userAgent);
