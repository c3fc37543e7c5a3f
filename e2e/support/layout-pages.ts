import path from 'node:path';

import sharp from 'sharp';

import { SAMPLE_PAGES } from '#content/sample-pages.ts';
import { createEmptyConfig, LIMITS, type CheckoutPageConfig, type Layout } from '#domain/checkout-page.ts';
import { FONT_PRESETS } from '#domain/fonts.ts';
import { MAX_TESTIMONIAL_TEXT } from '#domain/testimonial.ts';

import type { RunningApp } from './app-process.ts';
import { createConnectedSeller, uniqueName, publishPage, type Seller } from './seller.ts';

export const LAYOUTS = ['classic', 'modern', 'minimal'] as const satisfies readonly Layout[];
const CONTENT_SIZES = ['short', 'typical', 'full'] as const;
type ContentSize = (typeof CONTENT_SIZES)[number];

const SAMPLES = path.join(import.meta.dirname, '../../public');
const LONG_NAME = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** Repeats a text up to an exact length. */
const repeatToLength = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

const FULL: Partial<CheckoutPageConfig> = {
  productName: repeatToLength(LONG_NAME, LIMITS.productName),
  description: repeatToLength(
    `A year of letters, prints and tools, in ${LONG_NAME} and elsewhere.\nEvery parcel is packed by hand. `,
    LIMITS.description,
  ),
  price: '999999.99',
  features: Array.from({ length: LIMITS.features }, (_, index) =>
    repeatToLength(
      index % 3 === 2 ? LONG_NAME : `Number ${index + 1}: everything that the last one had, and more. `,
      120,
    ),
  ),
  testimonials: {
    enabled: true,
    items: Array.from({ length: 5 }, (_, index) => ({
      name: index === 1 ? repeatToLength(LONG_NAME, 80) : 'Maximiliane von Hohenberg-Lichtenstein',
      role: index === 1 ? repeatToLength(LONG_NAME, 80) : 'Head of purchasing, Süddeutsche Papierwerke',
      rating: 5 - index,
      text: repeatToLength('I have bought it for everybody I know, and then for myself. ', MAX_TESTIMONIAL_TEXT),
    })),
  },
  buttonText: repeatToLength('Subscribe for a year of everything ', 40),
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

function findSamplePage(layout: Layout): { config: CheckoutPageConfig; picture: string; logo: string } {
  const sample = SAMPLE_PAGES.find(({ config }) => config.layout === layout);
  if (!sample) throw new Error(`No sample page is ${layout}`);
  return sample;
}

function createConfig(layout: Layout, contentSize: ContentSize): CheckoutPageConfig {
  const { config } = findSamplePage(layout);
  if (contentSize === 'typical') return config;
  const appearance = { layout, accentColor: config.accentColor, fonts: config.fonts };
  return { ...createEmptyConfig(), ...appearance, ...(contentSize === 'full' ? FULL : SHORT) };
}

/** Renders an SVG of the samples as a PNG data URL of the given width in pixels. */
async function renderPng(file: string, width: number): Promise<string> {
  const png = await sharp(path.join(SAMPLES, file), { density: 300 }).resize({ width }).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

const upload = async (seller: Seller, image: string, use: 'product' | 'logo') =>
  (await seller.call('upload-image', { image, use })).url;

/** Uploads a picture 1600 pixels wide and a logo for the seller. */
export async function uploadSampleImages(seller: Seller, layout: Layout) {
  const { picture, logo } = findSamplePage(layout);
  return {
    productImage: await upload(seller, await renderPng(picture, 1600), 'product'),
    logo: await upload(seller, await renderPng(logo, 300), 'logo'),
  };
}

type LayoutPage = {
  contentSize: ContentSize;
  url: string;
  code: string | null;
  seller: Seller;
  config: CheckoutPageConfig;
};

/** Publishes three pages of one layout: with minimal, typical and maximal content. */
export async function publishLayoutPages(app: RunningApp, layout: Layout): Promise<LayoutPage[]> {
  const seller = await createConnectedSeller(app);
  const images = await uploadSampleImages(seller, layout);
  const layoutPages: LayoutPage[] = [];
  for (const contentSize of CONTENT_SIZES) {
    const pictures = contentSize === 'short' ? {} : images;
    const config = {
      ...createConfig(layout, contentSize),
      ...pictures,
      customSlug: uniqueName(`${layout}-${contentSize}`),
    };
    const { url } = await publishPage(seller, config);
    layoutPages.push({ contentSize, url, code: config.validCoupons[0]?.code ?? null, seller, config });
  }
  return layoutPages;
}
