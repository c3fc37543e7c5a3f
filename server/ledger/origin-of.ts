import type { Attribution } from '#domain/visit.ts';

/** Picks the attribution columns from a row that has others too. */
export const pickAttribution = (source: Attribution): Attribution => ({
  source: source.source,
  referrer: source.referrer,
  utmSource: source.utmSource,
  utmMedium: source.utmMedium,
  utmCampaign: source.utmCampaign,
  utmTerm: source.utmTerm,
  utmContent: source.utmContent,
  visitCountry: source.visitCountry,
  device: source.device,
  embed: source.embed,
});
