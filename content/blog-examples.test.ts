import { statSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { emptyConfig, LIMITS } from '#domain/checkout-page.ts';
import { couponProblem, MAX_COUPONS, type Coupon } from '#domain/coupon.ts';
import { CURRENCIES, currencyOf, MAX_AMOUNT } from '#domain/currencies.ts';
import { FONT_PRESETS, type Face } from '#domain/fonts.ts';
import { MAX_IMAGE_BYTES } from '#domain/image.ts';
import { amountText, moneyText, parsePrice, symbolText } from '#domain/money.ts';
import { changesBetween } from '#domain/page-changes.ts';
import { pricingOf, type Amounts } from '#domain/pricing.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';
import { computedPriceText, priceText, type Pricing } from '#domain/price.ts';
import { MAX_TESTIMONIAL_TEXT, MAX_TESTIMONIALS, TESTIMONIALS_SHOWN } from '#domain/testimonial.ts';

import { SAMPLE_PAGES } from './sample-pages.ts';
import { BLOG_POSTS, proseOf, tablesOf, type BlogTable } from './testing-blog-posts.ts';

/** Stripe's usual fee (stripe.com/pricing): percentages in thousandths of the sale, the fixed part in cents. */
const FEE = { share: 29, abroad: 15, converted: 10, fixed: 30 };
/** Plans as on the pricing page: dollars per month, and the covered dollars of monthly sales. */
const PLANS = [
  { price: 9, limit: 3_000 },
  { price: 29, limit: 10_000 },
  { price: 99, limit: Infinity },
] as const;
const [STARTER, GROWTH] = PLANS;

/** Expected numbers of a post: its tables, the sentences with a number or limit, and all amounts and percentages in its text. */
type Example = { tables: BlogTable[]; says: string[]; figures: string[] };

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const word = (count: number): string => WORDS[count] ?? String(count);
const counted = (count: number): string => count.toLocaleString('en');

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

function amountOf(text: string, currency = 'USD'): number {
  const parsed = parsePrice(text, currency);
  if ('problem' in parsed) throw new RangeError(parsed.problem);
  return parsed.amount;
}
const cents = (dollars: number): number => amountOf(String(dollars));
/** `$1,440.00` */
const usd = (amount: number): string => moneyText(amount, 'USD').replace(' USD', '');
/** Rounds half up to one decimal. */
const percentage = (part: number, whole: number): string =>
  `${(Math.floor((2000 * part + whole) / (2 * whole)) / 10).toFixed(1)} %`;

/** Stripe's fee for a sale in cents, rounded half up. */
const feeOf = (amount: number, extra = 0): number =>
  amount === 0 ? 0 : Math.floor((amount * (FEE.share + extra) + 500) / 1000) + FEE.fixed;
const netOf = (amount: number): number => amount - feeOf(amount);

const percentCoupon = (code: string, discount: number): Coupon => ({ code, discount, type: 'percentage' });
const fixedCoupon = (code: string, discount: number): Coupon => ({ code, discount, type: 'fixed' });

/** Amounts of a price in minor units with a coupon. */
function applyCoupon(amount: number, coupon: Coupon, currency: string): Amounts {
  const pricing = pricingOf({ price: amountText(amount, currency), currency }, coupon);
  if ('problem' in pricing) throw new Error(pricing.problem);
  return pricing;
}

const paidWith = (price: number, coupon: Coupon): number => applyCoupon(price, coupon, 'USD').total;

const ABROAD = `${FEE.abroad / 10} %`;
const CONVERTED = `${FEE.converted / 10} %`;
const USUAL = [`${FEE.share / 10} %`, usd(FEE.fixed)];
const STARTER_LIMIT = `$${counted(STARTER.limit)}`;
const TRIAL = `${TRIAL_DAYS} days`;

const EXAMPLES: Record<string, () => Example> = {
  'sell-a-digital-product': () => {
    const price = cents(24);
    const fees = 10 * feeOf(price);
    const plan = cents(STARTER.price);
    return {
      tables: [
        [
          ['First month', 'Amount'],
          ['Ten sales at $24', usd(10 * price)],
          [`Stripe, ten times ${usd(feeOf(price))}`, usd(-fees)],
          ['Starter, one month', usd(-plan)],
          ['Yours', usd(10 * price - fees - plan)],
        ],
      ],
      says: [
        `Starter is $${STARTER.price} and covers up to ${STARTER_LIMIT} of sales in a month`,
        `The first sale leaves ${usd(netOf(price))} after Stripe, so one sale pays for the month`,
        `a trial runs for ${TRIAL} and asks for no credit card`,
        `It has room for ${LIMITS.successMessage} characters`,
        `There is room for ${word(LIMITS.features)}.`,
      ],
      figures: [...USUAL, `$${STARTER.price}`, STARTER_LIMIT, '$24', usd(netOf(price))],
    };
  },

  'what-to-charge': () => {
    const salesFor = (price: number) => Math.ceil(cents(1500) / netOf(cents(price)));
    const rows = [6, 12, 29, 60, 120].map((price) => {
      const fee = feeOf(cents(price));
      const gone = percentage(fee, cents(price));
      return [`$${price}`, usd(fee), usd(netOf(cents(price))), gone, `${salesFor(price)}`];
    });
    const [raised] = changesBetween({ ...emptyConfig(), price: '29' }, { ...emptyConfig(), price: '35' });
    return {
      tables: [[['Price', 'Stripe keeps', 'You get', 'Share that is gone', 'Sales for $1,500'], ...rows]],
      says: [
        'how many sales bring at least $1,500 after Stripe’s fee',
        `International cards add ${ABROAD}, and converting a currency adds ${CONVERTED}`,
        `such as \`${raised}\``,
        `from $60 to $29 doesn’t halve your work, it doubles the number of people you have to find, from ${salesFor(60)} to ${salesFor(29)}`,
      ],
      figures: [
        ...USUAL,
        ABROAD,
        CONVERTED,
        '$1,500',
        '$9',
        '$240',
        '$29',
        '$29.00',
        '$28.99',
        '$18',
        '$120',
        '$60',
      ],
    };
  },

  'coupons-without-regret': () => {
    const price = cents(40);
    const rowOf = (code: string, off: string, paid: number) => [
      code,
      off,
      usd(paid),
      usd(feeOf(paid)),
      usd(netOf(paid)),
    ];
    const quarter = paidWith(price, percentCoupon('QUARTER', 25));
    const given = netOf(price) - netOf(quarter);
    const needed = Math.ceil((100 * netOf(price)) / netOf(quarter));
    const refused = fixedCoupon('TOO-MUCH', 39.75);
    expect(couponProblem(refused, { price: amountText(price, 'USD'), currency: 'USD' })).toContain('minimum');
    return {
      tables: [
        [
          ['Code', 'Takes off', 'Buyer pays', 'Stripe keeps', 'You get'],
          rowOf('none', 'nothing', price),
          rowOf('FIVER', '$5', paidWith(price, fixedCoupon('FIVER', 5))),
          rowOf('QUARTER', '25 %', quarter),
          rowOf('GUEST', '100 %', paidWith(price, percentCoupon('GUEST', 100))),
        ],
      ],
      says: [
        `For every 100 buyers at the full price you need ${needed} with QUARTER`,
        `where the other ${needed - 100} come from`,
        `you are paying ${usd(given)} a head`,
        `It doesn’t charge less than ${usd(currencyOf('USD').minimum ?? 0)}`,
        `A $${refused.discount} code on our $40 course is the kind that gets refused`,
        `Coupon applied! You saved ${symbolText(price - quarter, 'USD')}*`,
        `A page can have ${MAX_COUPONS} codes`,
        `makes it $${quarter / 100} instead of $40 for you`,
        `then the course costs $${quarter / 100}`,
      ],
      figures: [
        ...USUAL,
        '$40',
        '100 %',
        '25 %',
        '$30',
        '$39.75',
        usd(given),
        usd(currencyOf('USD').minimum ?? 0),
        usd(price - quarter),
      ],
    };
  },

  'trust-on-a-checkout-page': () => {
    const [, { config }] = SAMPLE_PAGES;
    const [coupon = percentCoupon('NONE', 1)] = config.validCoupons;
    const { original, total, discount } = applyCoupon(
      amountOf(config.price, config.currency),
      coupon,
      config.currency,
    );
    const paid = computedPriceText(total, config);
    return {
      tables: [
        [
          ['Place', 'What it says'],
          ['Head of the form', `~~${computedPriceText(original, config)}~~ ${paid}`],
          ['Under the code', `Coupon applied! You saved ${symbolText(discount, config.currency)}`],
          ['Pay button', `${config.buttonText} · ${paid}`],
          ['After paying, the discount', symbolText(-discount, config.currency)],
          ['After paying, the total', moneyText(total, config.currency)],
        ],
      ],
      says: [
        `a $${config.price} monthly subscription with the code ${coupon.code}, worth ${coupon.discount} %`,
        `${MAX_TESTIMONIAL_TEXT} characters is all the room there is`,
        `You can add ${word(MAX_TESTIMONIALS)}`,
        `The classic and minimal layouts show the first ${word(TESTIMONIALS_SHOWN.classic)}`,
        `layouts show the first ${word(TESTIMONIALS_SHOWN.minimal)}, the modern one shows ${word(TESTIMONIALS_SHOWN.modern)}`,
      ],
      figures: [`$${config.price}`, `${coupon.discount} %`, '$26'],
    };
  },

  'choose-a-currency': () => {
    const sale = cents(49);
    const rowOf = (name: string, extra: number) => [
      name,
      usd(feeOf(sale, extra)),
      usd(sale - feeOf(sale, extra)),
    ];
    const off = percentCoupon('FIFTEEN', 15);
    const currencyRow = ([name, price, currency]: [string, string, string]) => {
      const pricing: Pricing = { price, currency, paymentType: 'one-time', billingFrequency: 'monthly' };
      const { total } = applyCoupon(amountOf(price, currency), off, currency);
      return [name, price, priceText(pricing), computedPriceText(total, pricing)];
    };
    const least = (code: string) => symbolText(currencyOf(code).minimum ?? 0, code);
    const euros = applyCoupon(amountOf('45.50', 'EUR'), off, 'EUR');
    const dearer = feeOf(sale, FEE.abroad + FEE.converted) - feeOf(sale);
    const inDollarSigns = CURRENCIES.filter(({ symbol }) => symbol === '$').length;
    expect(inDollarSigns).toBeGreaterThan(20);
    return {
      tables: [
        [
          ['What applies', 'Stripe keeps', 'You get'],
          rowOf('A card from your own country', 0),
          rowOf('A card from abroad', FEE.abroad),
          rowOf('A card from abroad, converted', FEE.abroad + FEE.converted),
        ],
        [
          ['Currency', 'You type', 'Buyers see', 'With 15 % off'],
          ...(
            [
              ['US dollar', '49', 'USD'],
              ['Euro', '45.50', 'EUR'],
              ['Swiss franc', '44', 'CHF'],
              ['Japanese yen', '7200', 'JPY'],
              ['Icelandic króna', '6800', 'ISK'],
              ['Kuwaiti dinar', '15.25', 'KWD'],
            ] as [string, string, string][]
          ).map(currencyRow),
        ],
      ],
      says: [
        `The builder offers ${CURRENCIES.length} currencies`,
        `costs you ${usd(dearer)} more than a sale next door`,
        'More than twenty currencies in the list are written `$`',
        `15 % of €45.50 is €6.825, and the buyer saves ${symbolText(euros.discount, 'EUR')}`,
        `It is ${least('USD')} in US dollars, ${least('EUR')} in euros, ${least('GBP')} in pounds, ${least('JPY')} in yen and ${least('CZK')} in Czech koruna`,
        `a ceiling of ${usd(MAX_AMOUNT)} in US dollars`,
        `${ABROAD} more for a card from abroad, then ${CONVERTED} for converting`,
      ],
      figures: [
        ...USUAL,
        ABROAD,
        CONVERTED,
        '15 %',
        '$49',
        '€45.50',
        '€6.825',
        '€45',
        '€49',
        '€45.32',
        usd(dearer),
        symbolText(euros.discount, 'EUR'),
        usd(MAX_AMOUNT),
        ...['USD', 'EUR', 'GBP', 'JPY', 'CZK'].map(least),
      ],
    };
  },

  'fast-checkout-pages': () => {
    const fonts = (...faces: Face[]) => Math.round(sum(faces.map(fontBytes)) / 1000);
    const { modern, minimal, classic } = FONT_PRESETS;
    const careful = [30, fonts(modern.heading), 6, 90];
    const careless = [30, fonts(classic.heading, classic.body), 40, 640];
    const secondsFor = (kilobytes: number) => ((kilobytes * 8) / 1600).toFixed(1);
    const parts = ['Document, stylesheets, script', 'Fonts', 'Logo', 'Picture'];
    const [light, heavy] = [sum(careful), sum(careless)];
    const pairs = Object.values(FONT_PRESETS);
    const oneFile = pairs.filter(({ heading, body }) => heading === body);
    expect(oneFile).toEqual([modern, minimal]);
    expect([modern.body, minimal.body]).toEqual(['Inter', 'Work Sans']);
    return {
      tables: [
        [
          ['Part', 'Careful', 'Careless'],
          ...parts.map((part, place) => [part, `${careful[place]} kB`, `${careless[place]} kB`]),
          ['Together', `${light} kB`, `${heavy} kB`],
          ['Seconds at 1.6 Mbit/s', secondsFor(light), secondsFor(heavy)],
        ],
      ],
      says: [
        `Two of our ${word(pairs.length)} pairs`,
        `The other ${word(pairs.length - oneFile.length)} need two`,
        `Inter alone is ${careful[1]} kB; Playfair Display with Lora is ${careless[1]} kB`,
        `That is ${Number(careless[1]) - Number(careful[1])} kB for a voice of your own, about a seventh`,
        `A file may have up to ${MAX_IMAGE_BYTES / 1024 / 1024} MB`,
        `Above 400 kB it says *heavy*: on the line we have been talking about, that is ${word(Number(secondsFor(400)))} seconds`,
        `From ${light} to 150 nobody will notice. From ${heavy} to ${light} everybody will`,
      ],
      figures: [],
    };
  },

  'weekly-monthly-yearly': () => {
    const RHYTHMS = { Weekly: 52, Monthly: 12, Yearly: 1 };
    const rowOf = (name: keyof typeof RHYTHMS, price: string, text: string) => {
      const times = RHYTHMS[name];
      const [taken, fees] = [times * amountOf(price), times * feeOf(amountOf(price))];
      return [name, text, `${times}`, usd(taken), usd(fees), usd(taken - fees)];
    };
    const pricing = (price: string, billingFrequency: Pricing['billingFrequency']): Pricing => ({
      price,
      billingFrequency,
      currency: 'USD',
      paymentType: 'subscription',
    });
    const monthly = pricing('18', 'monthly');
    const founder = applyCoupon(cents(18), percentCoupon('FOUNDER', 20), 'USD');
    const gone = [4, 18, 180].map((price) => percentage(feeOf(cents(price)), cents(price)));
    const launch = 17 * 180;
    expect(launch).toBeGreaterThan(STARTER.limit);
    expect(launch - 180).toBeLessThanOrEqual(STARTER.limit);
    return {
      tables: [
        [
          ['Rhythm', 'Price', 'Payments a year', 'Buyer pays', 'Stripe keeps', 'You get'],
          rowOf('Weekly', '4', priceText(pricing('4', 'weekly'))),
          rowOf('Monthly', '18', priceText(monthly)),
          rowOf('Yearly', '180', priceText(pricing('180', 'yearly'))),
        ],
      ],
      says: [
        `of the weekly money ${gone[0]} is gone, of the monthly ${gone[1]}, of the yearly ${gone[2]}`,
        `asks for ${word(180 / 18)} months’ money and gives twelve`,
        `Seventeen people who pay $180 on the same launch day make $${counted(launch)}, and that is past Starter’s ${STARTER_LIMIT}`,
        `makes it ${computedPriceText(founder.total, monthly)}`,
        `that is ${usd(12 * founder.discount)} less per founder`,
        `\`${priceText(monthly)}\``,
      ],
      figures: [
        ...USUAL,
        '$4',
        '$18',
        '$180',
        '20 %',
        ...gone,
        STARTER_LIMIT,
        `$${counted(launch)}`,
        usd(founder.total),
        usd(12 * founder.discount),
      ],
    };
  },

  'what-a-refund-is-for': () => {
    const sale = cents(89);
    const columns = [sale, cents(30)].map((refund) => [sale, -feeOf(sale), -refund]);
    const rowOf = (name: string, place: number) => [
      name,
      ...columns.map((column) => usd(column[place] ?? NaN)),
    ];
    const twenty = 20 * netOf(sale);
    const discounted = paidWith(sale, percentCoupon('EARLY20', 20));
    return {
      tables: [
        [
          ['Your balance', 'Refunded in full', '$30 given back'],
          rowOf('The sale', 0),
          rowOf(`Stripe, ${USUAL.join(' + ')}`, 1),
          rowOf('The refund', 2),
          ['What is left', ...columns.map((column) => usd(sum(column)))],
        ],
      ],
      says: [
        `Here is an $89 course, refunded in full, and the same course with $30 given back`,
        `a refund costs you ${usd(feeOf(sale))} more than never having sold`,
        `twenty sales bring ${usd(twenty)} after fees`,
        `If one of the twenty is refunded, you have ${usd(twenty - sale)}`,
        `a 20 % code on the $89 course paid ${usd(discounted)}, and ${usd(discounted)} is what goes back`,
        `I have sent the ${usd(discounted)} back`,
      ],
      figures: ['$89', '$30', '20 %', ...[feeOf(sale), twenty, twenty - sale, discounted].map(usd)],
    };
  },

  'from-a-marketplace-to-your-own-page': () => {
    const price = cents(36);
    const figuresOf = (sales: number) => {
      const taken = sales * price;
      const plan = PLANS.find(({ limit }) => taken <= cents(1) * limit) ?? STARTER;
      const [kept, fees] = [taken / 10, sales * feeOf(price)];
      const own = fees + cents(plan.price);
      return [taken, kept, fees, cents(plan.price), own, kept - own];
    };
    const lead = (sales: number) => figuresOf(sales).at(-1) ?? 0;
    expect([3, 4].map((sales) => Math.sign(lead(sales)))).toEqual([-1, 1]);
    return {
      tables: [
        [
          [
            'Sales in the month',
            'Taken',
            'Marketplace keeps',
            'Stripe keeps',
            'Plan',
            'Your page costs',
            'You keep more by',
          ],
          ...[2, 4, 20, 80, 150, 400].map((sales) => [`${sales}`, ...figuresOf(sales).map(usd)]),
        ],
      ],
      says: [
        'Suppose a marketplace keeps 10 % of each sale',
        'The product costs $36:',
        `Starter up to ${STARTER_LIMIT} of sales, Growth up to $${counted(GROWTH.limit)}, Pro without a limit`,
        'The two lines cross at the fourth sale',
        `The first ${TRIAL} of a plan are free and need no card`,
      ],
      figures: [...USUAL, '10 %', '$36', STARTER_LIMIT, `$${counted(GROWTH.limit)}`],
    };
  },

  'what-a-buyer-agrees-to': () => {
    const rowOf = (
      price: string,
      currency: string,
      billingFrequency: Pricing['billingFrequency'],
      times: number,
    ) => [
      priceText({ price, currency, paymentType: 'subscription', billingFrequency }),
      `${times}`,
      symbolText(times * amountOf(price, currency), currency),
    ];
    const monthly = rowOf('24', 'USD', 'monthly', 12);
    return {
      tables: [
        [
          ['The page says', 'Payments in a year', 'In a year'],
          rowOf('7', 'USD', 'weekly', 52),
          monthly,
          rowOf('48', 'EUR', 'yearly', 1),
        ],
      ],
      says: [`You pay $24 each month, which is ${monthly[2]} in a year`],
      figures: ['$6', '$24', `${monthly[2]}`],
    };
  },
};

/** Size of the font's latin file, as buyers load it. */
function fontBytes(face: Face): number {
  const name = face.toLowerCase().replaceAll(' ', '-');
  const files = path.join(import.meta.dirname, '../node_modules/@fontsource-variable', name, 'files');
  return statSync(path.join(files, `${name}-latin-wght-normal.woff2`)).size;
}

const FIGURE = /−?(?:\$|€|£|¥|Kč|kr)\d+(?:,\d{3})*(?:\.\d+)?|\d+(?:\.\d+)? %/g;

const isExample = (table: BlogTable): boolean =>
  table
    .slice(1)
    .flat()
    .some((cell) => /\d/.test(cell));
const sorted = (figures: readonly string[]): string[] => [...new Set(figures)].toSorted();

const exampleOf = (slug: string): Example => {
  const example = EXAMPLES[slug];
  if (!example) throw new Error(`Nobody recomputes the figures of ${slug}`);
  return example();
};

/** Extracts the numbers of a text in the shape of the expectation. */
const saidIn = (body: string, { says }: Example): Example => {
  const prose = proseOf(body);
  return {
    tables: tablesOf(body).filter(isExample),
    says: says.filter((sentence) => prose.includes(sentence)),
    figures: sorted(prose.match(FIGURE) ?? []),
  };
};

const posts = [...BLOG_POSTS];

test.each(posts)('the numbers of $slug match the pricing code', ({ slug, body }) => {
  const example = exampleOf(slug);
  expect(example.tables.length).toBeGreaterThan(0);
  expect(saidIn(body, example)).toEqual({ ...example, figures: sorted(example.figures) });
});

test.each(posts)('notices any wrongly edited number of $slug', ({ slug, body }) => {
  const example = exampleOf(slug);
  const right = saidIn(body, example);
  const places = [...body.matchAll(FIGURE), ...body.matchAll(/(?<=^\|.*)\d[\d,]*(?:\.\d+)?(?=.*\|$)/gm)].map(
    ({ 0: figure, index }) => index + figure.search(/\d/),
  );
  expect(places.length).toBeGreaterThan(8);
  for (const place of places) {
    const wrong = `${body.slice(0, place)}7${body.slice(place)}`;
    expect(saidIn(wrong, example), body.slice(place - 20, place + 20)).not.toEqual(right);
  }
});

test('has a post for every example', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(posts.map(({ slug }) => slug).toSorted());
});
