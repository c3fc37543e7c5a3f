import { pageFieldNames } from './page-field-names.ts';

/** Texts of the form sections that the builder's tabs contain themselves, and the names of all fields. */
export const builderFormMessages = {
  /** Names of the fields outside of their form section, for example in undo messages and preview highlights. */
  fields: pageFieldNames,
  product: {
    title: 'Product',
    acceptedImages: 'JPG, PNG, or WEBP, up to 2 MB',
  },
  brand: {
    title: 'Brand',
    acceptedLogos: 'JPG, PNG, or WEBP up to 2 MB, or SVG up to 256 KB',
    logoHint: ({ width, height, displayWidth }: { width: number; height: number; displayWidth: number }) =>
      `Recommended size: ${width}x${height} px. Shown up to ${displayWidth} px wide on the page.`,
    positions: { 'top-left': 'Top left', 'top-center': 'Top center', 'above-product': 'Above product' },
  },
  language: {
    title: 'Language',
    hint: 'The language you write in. Screen readers and translation tools use it, and dates follow it. Labels such as “Email” stay in English.',
  },
  button: {
    title: 'Button',
    buttonTextHint: 'The amount is added automatically.',
    successMessageHint: 'Buyers see it after they pay.',
  },
  terms: {
    title: 'Terms',
    requireTermsHint: 'Buyers must check a box before they can pay.',
    missingLink: 'Buyers must accept your terms, but can’t read them yet. Add a terms URL.',
    urlPlaceholder: 'https://',
  },
};
