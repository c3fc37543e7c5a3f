import type { FontPair } from '#domain/fonts.ts';

/** What the social image of a page is drawn from. Its words may be in any script; `accent` is `#rrggbb`. */
export type SocialJob = {
  kind: 'social';
  name: string;
  price: string;
  seller: string;
  accent: string;
  fonts: FontPair;
  /** The product's picture as we keep it. */
  picture: Uint8Array | null;
};

/** In pixels; what networks ask for. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const;
