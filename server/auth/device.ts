import bowser from 'bowser';

import type { AccountSession } from '#domain/account.ts';

export type Device = Pick<AccountSession, 'device' | 'kind'>;

const UNKNOWN_DEVICE: Device = { device: 'Unknown device', kind: 'unknown' };
const KINDS: Record<string, Device['kind']> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' };

/** Names the browser and operating system of a user agent, as in 'Firefox on Windows'. */
export function parseDevice(userAgent: string | null): Device {
  if (!userAgent) return UNKNOWN_DEVICE;
  const { browser, os, platform } = bowser.parse(userAgent);
  const device = [browser.name, os.name].filter(Boolean).join(' on ');
  return device ? { device, kind: KINDS[platform.type ?? ''] ?? 'unknown' } : UNKNOWN_DEVICE;
}
