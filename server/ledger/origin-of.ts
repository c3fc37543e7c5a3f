import type { VisitOrigin } from '#domain/visit.ts';

/** Where a buyer came from, of whatever says it among other things. */
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
