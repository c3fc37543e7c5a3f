/** Attribution of a visit or order: limited, cleaned texts, empty if unknown. Stores only the host of a referrer. */
export type Attribution = {
  /** The UTM source, else the referrer's name, else `direct`. */
  source: string;
  /** Host name without `www.`; never our own. */
  referrer: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
  /** ISO 3166-1 alpha-2, from the CDN's header. */
  visitCountry: string;
  device: Device;
  /** Origin of the embedding page. */
  embed: string;
};

export const DEVICES = ['desktop', 'mobile', 'tablet', 'other'] as const;
export type Device = (typeof DEVICES)[number];

/** The browser's unverified claims about the visit; truncated and cleaned before storage. */
export type VisitHint = {
  /** `document.referrer`, possibly truncated. */
  referrer?: string;
  /** `location.search`, possibly truncated. */
  query?: string;
  /** URL of the embedding page. */
  embed?: string;
  /** True for a touch screen: some tablets identify as computers. */
  touch?: boolean;
};

/** Attribution of a checkout attempt without data. */
export const UNKNOWN_ATTRIBUTION: Attribution = {
  source: '',
  referrer: '',
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
  visitCountry: '',
  device: 'other',
  embed: '',
};
