/** Where a visit or an order came from. Bounded, cleaned texts, empty where nothing was said; never more than a host of a referrer. */
export type VisitOrigin = {
  /** One word for it: the UTM source, else the referrer's name, else `direct`. */
  source: string;
  /** A host name, without `www.`; never our own. */
  referrer: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
  /** ISO 3166-1 alpha-2, from the edge's header. */
  visitCountry: string;
  device: Device;
  /** The origin of the page that it was embedded in. */
  embed: string;
};

export const DEVICES = ['desktop', 'mobile', 'tablet', 'other'] as const;
export type Device = (typeof DEVICES)[number];

/** What a browser says of where its visitor came from: a claim, cut and cleaned before it is kept. */
export type VisitHint = {
  /** `document.referrer`, or what there is of it. */
  referrer?: string;
  /** `location.search`, or what there is of it. */
  query?: string;
  /** An address of the page that it is embedded in. */
  embed?: string;
  /** Whether the screen takes fingers: some tablets call themselves computers. */
  touch?: boolean;
};

/** Of an attempt that nothing is known about. */
export const UNKNOWN_ORIGIN: VisitOrigin = {
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
