import type { FontPair } from '#domain/fonts.ts';

/** Input of a social image. Texts may be in any script; `accent` is `#rrggbb`. */
export type SocialJob = {
  kind: 'social';
  name: string;
  price: string;
  seller: string;
  accent: string;
  fonts: FontPair;
  /** The stored product image. */
  picture: Uint8Array | null;
};

/** In pixels, as social networks recommend. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const;
