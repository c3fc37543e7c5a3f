import { UTM_KEYS, normalizeUtmValue, type Campaign } from '#domain/share-link.ts';

import { safeLocalStorage } from '#app/ui/safe-storage.ts';

const STORAGE_KEY = 'tillwright-campaigns';
const MAX_CAMPAIGNS = 8;

/** Presets for common channels. */
export const CAMPAIGN_STARTERS: readonly Campaign[] = [
  { source: 'newsletter', medium: 'email' },
  { source: 'instagram', medium: 'social' },
  { source: 'poster', medium: 'qr' },
];

/** Formats a campaign as `newsletter / email / spring-sale`; empty if no value is set. */
export const getCampaignName = (campaign: Campaign): string =>
  UTM_KEYS.map((key) => normalizeUtmValue(campaign[key] ?? ''))
    .filter(Boolean)
    .join(' / ');

const isCampaign = (value: unknown): value is Campaign =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([key, text]) => UTM_KEYS.some((utmKey) => utmKey === key) && typeof text === 'string');

/** Reads the campaigns stored in this browser, newest first. */
export function readCampaigns(): Campaign[] {
  try {
    const stored: unknown = JSON.parse(safeLocalStorage.read(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isCampaign).slice(0, MAX_CAMPAIGNS) : [];
  } catch {
    return [];
  }
}

const withoutCampaign = (campaign: Campaign): Campaign[] =>
  readCampaigns().filter((saved) => getCampaignName(saved) !== getCampaignName(campaign));

function saveCampaigns(campaigns: Campaign[]): Campaign[] {
  safeLocalStorage.write(STORAGE_KEY, JSON.stringify(campaigns));
  return campaigns;
}

export const addCampaign = (campaign: Campaign): Campaign[] =>
  saveCampaigns([campaign, ...withoutCampaign(campaign)].slice(0, MAX_CAMPAIGNS));

export const removeCampaign = (campaign: Campaign): Campaign[] => saveCampaigns(withoutCampaign(campaign));
