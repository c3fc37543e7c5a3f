import { plural } from './plural.ts';

type Length = { limit: number; length: number };

const tooLong =
  (subject: string) =>
  ({ limit, length }: Length): string =>
    `${subject} can’t be longer than ${limit} characters (now ${length})`;

/** A total that Stripe does not accept, with the titles of the extras in it. */
type TotalRejection = { extras: readonly string[]; total: string; reason: string };

const quote = (title: string): string => `“${title}”`;

/** Errors that block publishing of a page. The builder shows them at their field, the API returns them. */
export const pageRuleMessages = {
  tooLong: {
    /** `name`: of the page field, such as `Product name`. */
    field: (name: string) => tooLong(`The ${name.charAt(0).toLowerCase()}${name.slice(1)}`),
    slug: tooLong('The custom slug'),
    feature: tooLong('A feature'),
    testimonial: tooLong('A testimonial'),
    testimonialName: tooLong('A name'),
    testimonialRole: tooLong('A role'),
    fieldLabel: tooLong('A field label'),
    fieldHelp: tooLong('A field’s help text'),
    fieldChoice: tooLong('A choice'),
    priceName: tooLong('The name of a price'),
    countdownText: tooLong('The text before the countdown ends'),
    countdownTextAfter: tooLong('The text after the countdown ends'),
    earlyText: tooLong('The text before opening'),
    closedText: tooLong('The text when closed'),
    soldOutText: tooLong('The text when sold out'),
    bumpTitle: tooLong('The title of an extra'),
    bumpText: tooLong('The text of an extra'),
    unitName: tooLong('A name'),
    deliverableName: tooLong('A name'),
    deliverableText: tooLong('The text'),
    page: 'This page has too much text in total. Shorten the description or other texts.',
  },
  productName: { missing: 'Enter a product name' },
  buttonText: { missing: 'Enter the button text' },
  url: {
    terms: 'Enter a full terms URL that starts with https:// or http://',
    privacy: 'Enter a full privacy URL that starts with https:// or http://',
  },
  accentColor: { invalid: 'Enter a hex color with six digits, like #a855f7' },
  features: { tooMany: ({ max }: { max: number }) => `Maximum ${max} features reached` },
  testimonials: {
    missing: 'Name and testimonial text are required',
    tooMany: ({ max }: { max: number }) => `You can only add up to ${max} testimonials`,
  },
  slug: {
    impersonation: ({ slug, brand }: { slug: string; brand: string }) =>
      `“${slug}” looks like a page from ${brand}. Choose a different slug.`,
    reserved: ({ slug }: { slug: string }) => `“${slug}” is reserved. Choose a different slug.`,
  },
  price: { missing: 'Set a price' },
  priceOptions: {
    duplicate: 'This price was added twice. Remove it and add it again.',
    duplicateName: ({ name }: { name: string }) => `Two prices are named “${name}”. Give each price a unique name.`,
    tooMany: ({ max }: { max: number }) => `A page can have at most ${max} prices`,
  },
  paymentTerms: {
    trialDays: ({ max }: { max: number }) => `A free trial can last 1 to ${max} days`,
    trialWithPayWhatYouWant: 'A free trial can’t be combined with Pay what you want. Turn one of them off.',
    freeFee: 'Enter a fee, or leave this blank',
    feeWithPayWhatYouWant: 'A setup fee can’t be combined with Pay what you want. Turn one of them off.',
    installments: ({ minimum, maximum }: { minimum: number; maximum: number }) =>
      `A payment plan must have ${minimum} to ${maximum} payments`,
    freePlan: 'A payment plan needs a price',
    yearlyPlan: 'A payment plan must be weekly or monthly',
    planWithPayWhatYouWant: 'A payment plan can’t be combined with Pay what you want. Turn one of them off.',
    planWithQuantity: 'A payment plan can’t be combined with a quantity. Turn one of them off.',
  },
  payWhatYouWant: {
    withPriceOptions: 'Pay what you want can’t be combined with several prices. Turn one of them off.',
    withCoupons: 'Pay what you want can’t be combined with coupons. Turn one of them off.',
    tooManyPresets: ({ max }: { max: number }) => `You can suggest at most ${max} amounts`,
    maximumBelowMinimum: 'The maximum amount can’t be less than the minimum amount',
    presetOutside: 'Suggested amounts must be between the minimum and the maximum',
    priceOutside: 'The suggested price must be between the minimum and the maximum',
  },
  quantity: {
    withPayWhatYouWant: 'Pay what you want can’t be combined with a quantity. Turn one of them off.',
    minimum: 'Enter a whole number from 1 to 9,999',
    maximum: ({ minimum }: { minimum: number }) => `Enter a whole number from ${minimum} to 10,000`,
    minimumAboveStock: ({ stock }: { stock: number | null }) =>
      `The smallest quantity can’t be more than the stock of ${stock ?? 0}`,
    tooManyTiers: ({ max }: { max: number }) => `A page can have at most ${max} lower prices`,
    tierOutside: ({ minimum, maximum }: { minimum: number; maximum: number }) =>
      minimum > maximum
        ? 'For a lower price, buyers must be able to choose a larger quantity. Raise the largest quantity first.'
        : `Enter a quantity from ${minimum} to ${maximum}`,
    tierDuplicate: ({ from }: { from: number }) => `Two prices apply from ${from}. Remove one of them.`,
    tierPriceMissing: 'Set the price for this quantity',
    tierNotCheaper: 'Each price must be lower than the one before',
    tierNotCheaperFor: ({ name }: { name: string }) => `For “${name}”, each price must be lower than the one before`,
    totalTooHigh: ({ count, maximum }: { count: number; maximum: string }) =>
      `The total for ${count} is more than Stripe’s maximum of ${maximum}. Lower the largest quantity.`,
  },
  coupons: {
    tooMany: ({ max }: { max: number }) => `A page can have at most ${max} coupons`,
    tooManyBatches: ({ max }: { max: number }) => `A page can have at most ${max} coupons with single-use codes`,
    prefix: 'The prefix of single-use codes can’t be longer than 20 characters',
    batchUses: 'Each single-use code works only once, so leave total uses and uses per buyer blank',
    duplicate: ({ code }: { code: string }) => `The code ${code} is used by more than one coupon`,
    code: 'A coupon code can have up to 40 letters, digits, hyphens, and underscores',
    percentage: 'Enter a discount percentage above 0 and up to 100, with at most 4 decimals',
    fixed: 'Enter a discount above 0',
    endsBeforeStart: 'The coupon must end after it starts',
    uses: 'Enter a whole number from 1 to 1,000,000, or leave this blank for no limit',
    payments: 'Enter a whole number from 1 to 24, or leave this blank for all payments',
    onlyMonthly: {
      weekly: 'A weekly price needs a coupon for the first payment or for all payments',
      yearly: 'A yearly price needs a coupon for the first payment or for all payments',
    },
    paymentsWithPlan: 'With a payment plan, a coupon must be for all payments',
    paymentsWithTrial: 'With a free trial, a coupon must be for all payments',
    buyersOfMissing: 'Choose the page whose buyers can use the coupon',
    note: 'A note can’t be longer than 200 characters',
    totalTooLow: ({ code, extras, total, reason }: TotalRejection & { code: string }) =>
      `With ${[code, ...extras.map(quote)].join(' and ')}, a buyer would pay ${total}. ${reason}.`,
  },
  bumps: {
    tooMany: ({ max }: { max: number }) => `A page can have at most ${max} extras`,
    titleMissing: 'Enter a title for the extra',
    priceMissing: 'Set a price for the extra',
    duplicateTitle: ({ title }: { title: string }) =>
      `Two extras are named “${title}”. Give each extra a unique title.`,
    duplicate: 'This extra was added twice. Remove it and add it again.',
    regularPriceTooLow: 'The regular price must be more than the price',
    regularPriceWithPayWhatYouWant: 'With Pay what you want, an extra can’t have a regular price. Leave it blank.',
    neverRepeats:
      'This extra is billed with every payment, but none of the prices it’s offered with is a subscription. Set its billing to One-time.',
    neverOffered: 'Choose at least one price that the extra is offered with',
    total: ({ extras, total, reason }: TotalRejection) =>
      `With ${extras.map(quote).join(' and ')}, a buyer would pay ${total}. ${reason}.`,
  },
  countdown: {
    endMissing: 'Choose when the countdown ends',
    priceMissing: 'Set the price after the countdown',
    severalPrices:
      'The countdown can only change the price of a page with one fixed price. Choose something else to happen when it ends.',
  },
  availability: {
    closesBeforeOpening: 'The page must close after it opens',
    stock: 'Enter a whole number from 1 to 1,000,000, or leave this blank for unlimited stock',
  },
  embedding: {
    invalid: 'Enter a website, like https://www.example.com',
    wildcard: 'Enter each website separately, like https://www.example.com. Wildcards (*) aren’t supported.',
    insecure: 'The website must use https://. Only localhost can use http://.',
    duplicate: 'You’ve already added this website',
    tooMany: ({ max }: { max: number }) => `You can add at most ${max} websites`,
  },
  customFields: {
    tooMany: ({ max }: { max: number }) => `A page can have at most ${max} custom fields`,
    labelMissing: 'Enter a label for the field',
    name: ({ limit }: { limit: number }) =>
      `A URL parameter can have up to ${limit} lowercase letters, digits, hyphens, and underscores, and starts with a letter or digit`,
    duplicateName: ({ name }: { name: string }) => `Another field already uses the URL parameter “${name}”`,
    duplicateField: ({ label }: { label: string }) => `The field “${label}” was added twice`,
    choicesMissing: 'Enter at least one choice for the field',
    tooManyChoices: ({ max, count }: { max: number; count: number }) =>
      `A field can have at most ${max} choices (now ${count})`,
    duplicateChoice: ({ choice }: { choice: string }) => `The choice “${choice}” is listed twice`,
    boundIsNoNumber: 'Enter the field’s minimum and maximum as numbers, like 12.5',
    boundIsNoDate: 'Enter the field’s earliest and latest date, like 2026-11-30',
    boundIsNoLength: 'Enter the field’s minimum and maximum length as whole numbers',
    minimumAboveMaximum: 'The field’s minimum can’t be more than its maximum',
    maximumIsZero: 'The field’s maximum length must be at least 1',
    boundTooLarge: ({ limit }: { limit: number }) => `Answers of this type can have at most ${limit} characters`,
  },
  delivery: {
    tooMany: ({ max }: { max: number }) => `A page can deliver up to ${max} items`,
    duplicate: 'This was added twice. Remove one of them.',
    neverIncluded: 'Choose at least one price or extra that this is included with',
    redirectMissing: 'Enter the URL that buyers are sent to after payment',
    redirectUrl:
      'Enter a full URL that starts with https://. You can use {order_number} and {order_id} in the path and query.',
    nameMissing: 'Enter a name',
    prefix: ({ max }: { max: number }) => `A prefix can have up to ${max} letters A to Z and digits`,
    linkUrl: 'Enter a full URL that starts with https://',
    count: ({ min, max }: { min: number; max: number }) =>
      `Enter a whole number from ${min} to ${max.toLocaleString('en-US')}`,
    otherKind: 'The kind can’t be changed. Add a new one instead.',
    unknown: 'This was deleted. Remove it from the page.',
    uploading: ({ names }: { names: readonly string[] }) =>
      plural(names.length, {
        one: `${quote(names[0] ?? '')} is still uploading`,
        other: `${names.length} files are still uploading`,
      }),
    fileMissing: ({ name }: { name: string }) => `Upload a file for ${quote(name)}`,
    fileRefused: ({ name }: { name: string }) => `The virus scan rejected the file for ${quote(name)}. Replace it.`,
    keysMissing: ({ name }: { name: string }) => `There are no keys left for ${quote(name)}`,
    linkMissing: ({ name }: { name: string }) => `Enter a URL for ${quote(name)}`,
    textMissing: ({ name }: { name: string }) => `Enter the text for ${quote(name)}`,
    nothingWithPrice: ({ name }: { name: string }) => `Nothing is delivered with the price ${quote(name)}`,
  },
  bundle: {
    count: ({ min, max }: { min: number; max: number }) => `A bundle must have ${min} to ${max} products`,
    duplicate: 'This product is in the bundle twice. Remove one of them.',
    itself: 'A bundle can’t contain itself. Remove it from the bundle.',
    oneTime: 'Bundles can’t have subscriptions or payment plans. Make all prices one-time.',
    withQuantity: 'A bundle can’t be combined with a quantity. Turn off the quantity.',
    ownDelivery: 'A bundle delivers only what its products deliver. Remove everything from this page’s Delivery tab.',
    notPublished: 'This product isn’t published. Publish its page, or remove it from the bundle.',
    isBundle: ({ name }: { name: string }) => `${quote(name)} is a bundle. A bundle can’t contain another one.`,
    otherCurrency: ({ name, currency, pageCurrency }: { name: string; currency: string; pageCurrency: string }) =>
      `${quote(name)} is priced in ${currency}, not ${pageCurrency}`,
    priceMissing: ({ name }: { name: string }) => `Choose a one-time price for ${quote(name)}`,
    inBundle: ({ name }: { name: string }) => `This page is part of ${quote(name)}, so it can’t be a bundle itself`,
  },
  images: { svgTooLarge: 'SVG logos can’t be larger than 256 KB' },
};
