import type { VisitOrigin } from '#domain/visit.ts';

/** Picks the attribution columns from a row that has others too. */
export const originOf = (from: VisitOrigin): VisitOrigin => ({
  source: from.source,
  referrer: from.referrer,
  utmSource: from.utmSource,
  utmMedium: from.utmMedium,
  utmCampaign: from.utmCampaign,
  utmTerm: from.utmTerm,
  utmContent: from.utmContent,
  visitCountry: from.visitCountry,
  device: from.device,
  embed: from.embed,
});
