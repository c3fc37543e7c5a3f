export const DEVICES = ['desktop', 'mobile', 'tablet', 'other'] as const;
export type Device = (typeof DEVICES)[number];

/**
 * Attribution of a visit or order without data. All texts are limited and cleaned, and empty if unknown. Only the host of a
 * referrer is stored.
 */
export const UNKNOWN_ATTRIBUTION = {
  /** The UTM source, else the referrer's name, else `direct`. */
  source: '',
  /** Host name without `www.`; never our own. */
  referrer: '',
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
  /** ISO 3166-1 alpha-2, from the CDN's header. */
  visitCountry: '',
  device: 'other' as Device,
  /** Origin of the embedding page. */
  embed: '',
};
export type Attribution = typeof UNKNOWN_ATTRIBUTION;
export const ATTRIBUTION_KEYS = Object.keys(UNKNOWN_ATTRIBUTION) as readonly (keyof Attribution)[];

/** The browser's unverified claims about the visit; truncated and cleaned before storage. */
export type ReportedVisit = {
  /** `document.referrer`, possibly truncated. */
  referrer?: string;
  /** `location.search`, possibly truncated. */
  query?: string;
  /** URL of the embedding page. */
  embed?: string;
  /** True for a touch screen: some tablets identify as computers. */
  touch?: boolean;
};
