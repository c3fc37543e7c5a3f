import { UTM_KEYS, utmWord, type Campaign } from '#domain/share-link.ts';

import { safeLocalStorage } from '#app/ui/safe-storage.ts';

const KEY = 'tillwright-campaigns';
const MOST = 8;

/** Presets for common channels. */
export const CAMPAIGN_STARTERS: readonly Campaign[] = [
  { source: 'newsletter', medium: 'email' },
  { source: 'instagram', medium: 'social' },
  { source: 'poster', medium: 'qr' },
];

/** Formats a campaign as `newsletter / email / spring-sale`; empty if no value is set. */
export const campaignName = (campaign: Campaign): string =>
  UTM_KEYS.map((key) => utmWord(campaign[key] ?? ''))
    .filter(Boolean)
    .join(' / ');

const isCampaign = (kept: unknown): kept is Campaign =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.entries(kept).every(
    ([key, word]) => UTM_KEYS.some((known) => known === key) && typeof word === 'string',
  );

/** Reads the campaigns stored in this browser, newest first. */
export function keptCampaigns(): Campaign[] {
  try {
    const kept: unknown = JSON.parse(safeLocalStorage.read(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isCampaign).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

const others = (campaign: Campaign): Campaign[] =>
  keptCampaigns().filter((kept) => campaignName(kept) !== campaignName(campaign));

function written(campaigns: Campaign[]): Campaign[] {
  safeLocalStorage.write(KEY, JSON.stringify(campaigns));
  return campaigns;
}

export const keepCampaign = (campaign: Campaign): Campaign[] =>
  written([campaign, ...others(campaign)].slice(0, MOST));

export const forgetCampaign = (campaign: Campaign): Campaign[] => written(others(campaign));
