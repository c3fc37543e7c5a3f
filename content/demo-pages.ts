import { createEmptyConfig } from '#domain/checkout-page.ts';
import { FONT_PRESETS } from '#domain/fonts.ts';

import type { SamplePage } from './sample-pages.ts';

/** A sample page with its own URL and simulated payment. */
export type DemoPage = SamplePage & {
  /** Canonical path; every other id shows the same page. */
  path: string;
  /** Description for search engines and social networks. */
  description: string;
  /** Link to the other demo. */
  otherDemo: { label: string; href: string };
};

const TERMS = 'https://www.example.com/terms';
const PRIVACY = 'https://www.example.com/privacy';
const COURSE_PATH = '/checkout/demo';
const MEMBERSHIP_PATH = '/subscription/demo';

export const DEMO_COURSE: DemoPage = {
  path: COURSE_PATH,
  description:
    'Try a checkout page as a buyer: apply a coupon, pay, and see the confirmation. Nothing is charged or saved.',
  otherDemo: { label: 'Subscription demo', href: MEMBERSHIP_PATH },
  sellerName: 'Ridge & Rye',
  picture: '/samples/premium-course.svg',
  logo: '/samples/ridge-and-rye.svg',
  config: {
    ...createEmptyConfig(),
    layout: 'classic',
    productName: 'Premium Course',
    description:
      'Everything the Ridge & Rye school teaches about sourdough. In six weeks, go from an empty jar to a loaf you’re proud to share, in the oven you already have.',
    price: '99',
    features: [
      '24 lessons in six weeks, yours to keep',
      'Every fold and every bake filmed in one take',
      'Schedules that fit around a day job',
      'A guide to the flour your store really sells',
      'Personal feedback on two of your loaves',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Aoife Brannigan',
          role: 'Night nurse, Cork',
          rating: 5,
          text: 'My starter works around my hours now, not the other way around. The schedule for late shifts is the reason I still bake.',
        },
        {
          name: 'Kwabena Oduro',
          role: 'Runs a corner café, Ghent',
          rating: 5,
          text: 'I had baked the same flat loaf for two years. Lesson nine shows it, from the side, and says why. We sell ours on Saturdays now.',
        },
      ],
    },
    accentColor: '#2a5aa0',
    buttonText: 'Enroll now',
    successMessage: 'Welcome to the bakery. Week one begins with flour, water, and a clean jar.',
    enableCoupon: true,
    validCoupons: [{ code: 'WELCOME20', discount: 20, type: 'percentage' }],
    termsUrl: TERMS,
    privacyUrl: PRIVACY,
    fonts: { ...FONT_PRESETS.classic },
  },
};

export const DEMO_MEMBERSHIP: DemoPage = {
  path: MEMBERSHIP_PATH,
  description:
    'Try a subscription page as a buyer: accept the terms, subscribe, and see the confirmation. Nothing is charged or saved.',
  otherDemo: { label: 'One-time demo', href: COURSE_PATH },
  sellerName: 'Tavola Otto',
  picture: '/samples/italian-evenings.svg',
  logo: '/samples/tavola-otto.svg',
  config: {
    ...createEmptyConfig(),
    layout: 'modern',
    logoPosition: 'above-product',
    productName: 'Italian Evenings',
    description:
      'Conversation practice for people who know the grammar but never get to speak. Two live hours a week in a small group, all in Italian.',
    price: '29',
    paymentType: 'subscription',
    billingFrequency: 'monthly',
    features: [
      'Two live hours every week',
      'Never more than eight people',
      'Corrections of your own mistakes',
      'Cancel anytime',
    ],
    testimonials: {
      enabled: true,
      items: [
        {
          name: 'Sigrid Aune',
          role: 'Engineer, Trondheim',
          rating: 5,
          text: 'I ordered lunch in Bologna and no one answered in English. It took four months and one very patient table.',
        },
        {
          name: 'Mateo Villar',
          role: 'Cook, Girona',
          rating: 5,
          text: 'Spanish kept slipping in. Now I have a list of the words that only look the same, and it is my list.',
        },
        {
          name: 'Priya Raman',
          role: 'Has grandchildren in Milan',
          rating: 5,
          text: 'I wanted to understand the bedtime story. Since March I am the one who reads it.',
        },
        {
          name: 'Callum Reid',
          role: 'Student, Glasgow',
          rating: 4,
          text: 'Tuesday at seven is early for me. The second evening makes up for it, and so do the people.',
        },
      ],
    },
    accentColor: '#a8324a',
    buttonText: 'Take a seat',
    successMessage: 'Benvenuta, benvenuto. We’ll see you on Tuesday at seven.',
    requireTerms: true,
    termsUrl: TERMS,
    privacyUrl: PRIVACY,
    fonts: { ...FONT_PRESETS.friendly },
  },
};

export const DEMO_PAGES = [DEMO_COURSE, DEMO_MEMBERSHIP] as const;
