import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { FONT_PRESETS } from '#domain/fonts.ts';

/** A page of a fictional seller. Its images are files under `public/`, not stored media. */
export type SamplePage = {
  sellerName: string;
  config: CheckoutPageConfig;
  picture: string;
  logo: string;
};

const SAMPLE_TERMS = 'https://www.example.com/terms';
const SAMPLE_PRIVACY = 'https://www.example.com/privacy';

const throwingTaller: SamplePage = {
  sellerName: 'Vane Ceramics',
  picture: '/samples/throwing-taller.svg',
  logo: '/samples/vane-ceramics.svg',
  config: {
    ...createEmptyConfig(),
    layout: 'classic',
    productName: 'Throwing Taller',
    description:
      'A video course for potters who can center two pounds of clay but are stuck at six inches. Eleven lessons, filmed from above and from the side, at real speed.',
    price: '89',
    features: [
      '11 lessons, 4 h 20 min, yours to keep',
      'Close-ups of both hands, no jump cuts',
      'Practice plan for eight evenings',
      'Written notes for every lesson (PDF)',
      'Corrected subtitles in English and Spanish',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Joan Ferrer',
          role: 'Hobby potter, Girona',
          rating: 5,
          text: 'I stopped fighting the collar on lesson four. My first 12-inch cylinder is holding umbrellas by the door.',
        },
        {
          name: 'Tunde Bakare',
          role: 'Studio member, Leeds',
          rating: 5,
          text: 'She shows the failures too. Watching a wall collapse slowly taught me more than ten perfect pulls.',
        },
      ],
    },
    accentColor: '#b4532a',
    buttonText: 'Get the course',
    successMessage: 'Thank you. The first lesson is on its way to your inbox.',
    enableCoupon: true,
    validCoupons: [{ code: 'EARLY20', discount: 20, type: 'percentage' }],
    customSlug: 'throwing-taller',
    requireTerms: true,
    termsUrl: SAMPLE_TERMS,
    privacyUrl: SAMPLE_PRIVACY,
    fonts: { ...FONT_PRESETS.classic },
  },
};

const nightDrive: SamplePage = {
  sellerName: 'Halide Audio',
  picture: '/samples/night-drive.svg',
  logo: '/samples/halide-audio.svg',
  config: {
    ...createEmptyConfig(),
    layout: 'modern',
    productName: 'Night Drive sample pack',
    description:
      'Forty new loops and one-shots every month, recorded on real hardware and cleared for release. Cancel anytime and keep what you downloaded.',
    price: '29',
    paymentType: 'subscription',
    billingFrequency: 'monthly',
    features: [
      '40 sounds a month, 24-bit WAV',
      'Stems for every loop',
      'Royalty-free, including for film',
      'Keep everything after you cancel',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Mira Okonjo',
          role: 'Producer',
          rating: 5,
          text: 'The tape-stopped toms are on three of my last four singles.',
        },
        {
          name: 'Dario Leuthold',
          role: 'Sound designer',
          rating: 5,
          text: 'Labeled by key and by how loud it really is. Someone finally cared.',
        },
        {
          name: 'Hanne Vik',
          role: 'DJ',
          rating: 4,
          text: 'I came for the pads and stayed for the broken drum machine.',
        },
        {
          name: 'Sam Whitlock',
          role: 'Film composer',
          rating: 5,
          text: 'Cleared for film, in plain words, on one page. My lawyer had nothing to do.',
        },
      ],
    },
    buttonText: 'Start listening',
    successMessage: 'Welcome aboard. This month’s sounds are in your inbox.',
    enableCoupon: true,
    validCoupons: [{ code: 'FIRST10', discount: 10, type: 'percentage' }],
    customSlug: 'night-drive',
    requireTerms: true,
    termsUrl: SAMPLE_TERMS,
    privacyUrl: SAMPLE_PRIVACY,
    fonts: { ...FONT_PRESETS.tech },
  },
};

const fourLetters: SamplePage = {
  sellerName: 'The Quarto',
  picture: '/samples/quarto-letter.svg',
  logo: '/samples/the-quarto.svg',
  config: {
    ...createEmptyConfig(),
    layout: 'minimal',
    productName: 'Four letters a year',
    description: 'One long essay each season on how small things are made. Printed and mailed to you.',
    price: '48',
    currency: 'EUR',
    paymentType: 'subscription',
    billingFrequency: 'yearly',
    features: ['Four printed issues', 'Free shipping worldwide', 'Cancel before any issue'],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Ilse Brandt',
          role: 'Reader since issue 2',
          rating: 5,
          text: 'The only mail I open before I sit down.',
        },
        { name: 'Peter Nakamura', role: 'Reader', rating: 5, text: 'I keep them next to the dictionary.' },
      ],
    },
    accentColor: '#0f6b9c',
    buttonText: 'Subscribe',
    successMessage: 'Thank you. We’ll mail you the next letter.',
    customSlug: 'four-letters',
    termsUrl: SAMPLE_TERMS,
    privacyUrl: SAMPLE_PRIVACY,
    fonts: { ...FONT_PRESETS.minimal },
  },
};

/** One sample per layout. */
export const SAMPLE_PAGES = [throwingTaller, nightDrive, fourLetters] as const;

/** The page at `/c/demo`. */
export const DEMO_PAGE: SamplePage = {
  ...throwingTaller,
  config: { ...throwingTaller.config, customSlug: 'demo' },
};
