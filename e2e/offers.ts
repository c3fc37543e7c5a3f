import path from 'node:path';

import sharp from 'sharp';

import { SAMPLE_PAGES } from '#content/sample-pages.ts';
import { emptyConfig, LIMITS, type CheckoutPageConfig, type Layout } from '#domain/checkout-page.ts';
import { FONT_PRESETS } from '#domain/fonts.ts';
import { MAX_TESTIMONIAL_TEXT } from '#domain/testimonial.ts';

import { connectedSeller, freshWord, publish, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

export const LAYOUTS = ['classic', 'modern', 'minimal'] as const satisfies readonly Layout[];
export const AMOUNTS = ['short', 'typical', 'full'] as const;
export type Amount = (typeof AMOUNTS)[number];

const SAMPLES = path.join(import.meta.dirname, '../public');
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** Repeats a text up to an exact length. */
const filled = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

const FULL: Partial<CheckoutPageConfig> = {
  productName: filled(LONG_WORD, LIMITS.productName),
  description: filled(
    `A year of letters, prints and tools, in ${LONG_WORD} and elsewhere.\nEvery parcel is packed by hand. `,
    LIMITS.description,
  ),
  price: '999999.99',
  features: Array.from({ length: LIMITS.features }, (_, place) =>
    filled(
      place % 3 === 2 ? LONG_WORD : `Number ${place + 1}: everything that the last one had, and more. `,
      120,
    ),
  ),
  testimonials: {
    enabled: true,
    items: Array.from({ length: 5 }, (_, place) => ({
      name: place === 1 ? filled(LONG_WORD, 80) : 'Maximiliane von Hohenberg-Lichtenstein',
      role: place === 1 ? filled(LONG_WORD, 80) : 'Head of purchasing, Süddeutsche Papierwerke',
      rating: 5 - place,
      text: filled('I have bought it for everybody I know, and then for myself. ', MAX_TESTIMONIAL_TEXT),
    })),
  },
  buttonText: filled('Subscribe for a year of everything ', 40),
  enableCoupon: true,
  validCoupons: [{ code: 'A-VERY-LONG-COUPON-CODE-OF-FORTY-LETTERS', discount: 0.01, type: 'percentage' }],
  requireTerms: true,
  termsUrl: 'https://www.example.com/terms',
  privacyUrl: 'https://www.example.com/privacy',
  paymentType: 'subscription',
  billingFrequency: 'monthly',
  fonts: { ...FONT_PRESETS.professional },
};

const SHORT: Partial<CheckoutPageConfig> = { productName: 'Zine', price: '9', buttonText: 'Buy' };

function sampleOf(layout: Layout): { config: CheckoutPageConfig; picture: string; logo: string } {
  const found = SAMPLE_PAGES.find(({ config }) => config.layout === layout);
  if (!found) throw new Error(`No sample page is ${layout}`);
  return found;
}

function configOf(layout: Layout, amount: Amount): CheckoutPageConfig {
  const { config } = sampleOf(layout);
  if (amount === 'typical') return config;
  const look = { layout, accentColor: config.accentColor, fonts: config.fonts };
  return { ...emptyConfig(), ...look, ...(amount === 'full' ? FULL : SHORT) };
}

/** Renders an SVG of the samples as a PNG data URL of the given width in pixels. */
async function drawnFile(file: string, width: number): Promise<string> {
  const png = await sharp(path.join(SAMPLES, file), { density: 300 }).resize({ width }).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

const upload = async (seller: Seller, image: string, use: 'product' | 'logo') =>
  (await seller.call('upload-image', { image, use })).url;

/** Uploads a picture 1600 pixels wide and a logo for the seller. */
export async function uploadedSample(seller: Seller, layout: Layout) {
  const { picture, logo } = sampleOf(layout);
  return {
    productImage: await upload(seller, await drawnFile(picture, 1600), 'product'),
    logo: await upload(seller, await drawnFile(logo, 300), 'logo'),
  };
}

export type Offer = {
  amount: Amount;
  url: string;
  code: string | null;
  seller: Seller;
  config: CheckoutPageConfig;
};

/** Publishes three pages of one layout: with minimal, typical and maximal content. */
export async function offersOf(shop: Shop, layout: Layout): Promise<Offer[]> {
  const seller = await connectedSeller(shop);
  const images = await uploadedSample(seller, layout);
  const offers: Offer[] = [];
  for (const amount of AMOUNTS) {
    const pictures = amount === 'short' ? {} : images;
    const config = { ...configOf(layout, amount), ...pictures, customSlug: freshWord(`${layout}-${amount}`) };
    const { url } = await publish(seller, config);
    offers.push({ amount, url, code: config.validCoupons[0]?.code ?? null, seller, config });
  }
  return offers;
}
