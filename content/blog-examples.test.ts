import { expect, test } from 'vitest';

import { createEmptyConfig, LIMITS } from '#domain/checkout-page.ts';
import { validateCoupon, MAX_COUPONS, type Coupon } from '#domain/coupon.ts';
import { CURRENCIES, getCurrency, MAX_AMOUNT } from '#domain/currencies.ts';
import { FONT_PRESETS, type FontPair } from '#domain/fonts.ts';
import { formatComputedPrice, formatPrice, type Pricing } from '#domain/format-price.ts';
import { MAX_IMAGE_BYTES } from '#domain/image.ts';
import { formatAmount, formatMoney, parsePrice, formatWithSymbol } from '#domain/money.ts';
import { describeConfigChanges } from '#domain/page-fields.ts';
import { getFontBytes, MAX_PAGE_BYTES } from '#domain/page-size.ts';
import { getPlan, PLANS, TRIAL_DAYS, type Plan } from '#domain/plans.ts';
import { quoteOrder, type Amounts } from '#domain/quote.ts';
import { MAX_TESTIMONIAL_TEXT, MAX_TESTIMONIALS, TESTIMONIALS_PER_LAYOUT } from '#domain/testimonial.ts';

import { SAMPLE_PAGES } from './sample-pages.ts';
import { BLOG_POSTS, getProse, parseTables, type BlogTable } from './testing-blog-posts.ts';

/** Stripe's usual fee (stripe.com/pricing): percentages in thousandths of the sale, the fixed part in cents. */
const STRIPE_FEE = { share: 29, international: 15, converted: 10, fixed: 30 };
/** Dollars per month, and the dollars of monthly sales that the plan covers. */
const toBlogPlan = ({ priceUsd, monthlyLimitUsd }: Plan) => ({
  price: priceUsd,
  limit: monthlyLimitUsd ?? Infinity,
});
const STARTER = toBlogPlan(getPlan('starter'));
const GROWTH = toBlogPlan(getPlan('growth'));

/** Expected numbers of a post: its tables, the sentences with a number or limit, and all amounts and percentages in its text. */
type Example = { tables: BlogTable[]; sentences: string[]; numbers: string[] };

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const numberWord = (count: number): string => NUMBER_WORDS[count] ?? String(count);
const formatCount = (count: number): string => count.toLocaleString('en');

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

function parseAmount(text: string, currency = 'USD'): number {
  const parsed = parsePrice(text, currency);
  if ('error' in parsed) throw new RangeError(parsed.error);
  return parsed.amount;
}
const toCents = (dollars: number): number => parseAmount(String(dollars));
/** `$1,440.00` */
const formatUsd = (amount: number): string => formatMoney(amount, 'USD').replace(' USD', '');
/** Rounds half up to one decimal. */
const percentage = (partValue: number, totalValue: number): string =>
  `${(Math.floor((2000 * partValue + totalValue) / (2 * totalValue)) / 10).toFixed(1)}%`;

/** Stripe's fee for a sale in cents, rounded half up. */
const calculateFee = (amount: number, extra = 0): number =>
  amount === 0 ? 0 : Math.floor((amount * (STRIPE_FEE.share + extra) + 500) / 1000) + STRIPE_FEE.fixed;
const calculateNet = (amount: number): number => amount - calculateFee(amount);

const percentCoupon = (code: string, discount: number): Coupon => ({ code, discount, type: 'percentage' });
const fixedCoupon = (code: string, discount: number): Coupon => ({ code, discount, type: 'fixed' });

/** Amounts of a price in minor units with a coupon. */
function applyCoupon(amount: number, coupon: Coupon, currency: string): Amounts {
  const quote = quoteOrder({ ...createEmptyConfig(), price: formatAmount(amount, currency), currency }, {}, coupon);
  if ('error' in quote) throw new Error(quote.error);
  return quote;
}

const paidWith = (price: number, coupon: Coupon): number => applyCoupon(price, coupon, 'USD').total;

const INTERNATIONAL = `${STRIPE_FEE.international / 10}%`;
const CONVERTED = `${STRIPE_FEE.converted / 10}%`;
const USUAL = [`${STRIPE_FEE.share / 10}%`, formatUsd(STRIPE_FEE.fixed)];
const STARTER_LIMIT = `$${formatCount(STARTER.limit)}`;
const TRIAL = `${TRIAL_DAYS} days`;

const EXAMPLES: Record<string, () => Example> = {
  'sell-a-digital-product': () => {
    const price = toCents(24);
    const fees = 10 * calculateFee(price);
    const plan = toCents(STARTER.price);
    return {
      tables: [
        [
          ['First month', 'Amount'],
          ['Ten sales at $24', formatUsd(10 * price)],
          [`Stripe’s fee, ten times ${formatUsd(calculateFee(price))}`, formatUsd(-fees)],
          ['Starter plan', formatUsd(-plan)],
          ['You keep', formatUsd(10 * price - fees - plan)],
        ],
      ],
      sentences: [
        `Starter is $${STARTER.price} and covers up to ${STARTER_LIMIT} of sales a month`,
        `The first sale leaves ${formatUsd(calculateNet(price))} after Stripe’s fee, so one sale pays for the month`,
        `starts with a trial of ${TRIAL}, and you don’t need a credit card for it`,
        `The success message can have up to ${LIMITS.successMessage} characters`,
        `You can list up to ${numberWord(LIMITS.features)},`,
      ],
      numbers: [...USUAL, `$${STARTER.price}`, STARTER_LIMIT, '$24', formatUsd(calculateNet(price))],
    };
  },

  'what-to-charge': () => {
    const salesFor = (price: number) => Math.ceil(toCents(1500) / calculateNet(toCents(price)));
    const rows = [6, 12, 29, 60, 120].map((price) => {
      const fee = calculateFee(toCents(price));
      const feeShares = percentage(fee, toCents(price));
      return [`$${price}`, formatUsd(fee), formatUsd(calculateNet(toCents(price))), feeShares, `${salesFor(price)}`];
    });
    const [priceChange] = describeConfigChanges(
      { ...createEmptyConfig(), price: '29' },
      { ...createEmptyConfig(), price: '35' },
    );
    return {
      tables: [[['Price', 'Stripe’s fee', 'You get', 'Fee in percent', 'Sales to earn $1,500'], ...rows]],
      sentences: [
        'how many sales bring at least $1,500 after Stripe’s fee',
        `International cards add ${INTERNATIONAL}, and converting a currency adds ${CONVERTED}`,
        `such as \`${priceChange}\``,
        `from $60 to $29 doesn’t halve your work. It doubles the number of buyers you have to find, from ${salesFor(60)} to ${salesFor(29)}`,
      ],
      numbers: [
        ...USUAL,
        INTERNATIONAL,
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
    const price = toCents(40);
    const rowOf = (code: string, discountText: string, paid: number) => [
      code,
      discountText,
      formatUsd(paid),
      formatUsd(calculateFee(paid)),
      formatUsd(calculateNet(paid)),
    ];
    const quarter = paidWith(price, percentCoupon('QUARTER', 25));
    const discountCost = calculateNet(price) - calculateNet(quarter);
    const needed = Math.ceil((100 * calculateNet(price)) / calculateNet(quarter));
    const rejectedCoupon = fixedCoupon('TOO-MUCH', 39.75);
    expect(validateCoupon(rejectedCoupon, { ...createEmptyConfig(), price: formatAmount(price, 'USD') })).toContain(
      'minimum',
    );
    return {
      tables: [
        [
          ['Code', 'Discount', 'Buyer pays', 'Stripe’s fee', 'You get'],
          rowOf('none', 'none', price),
          rowOf('FIVER', '$5', paidWith(price, fixedCoupon('FIVER', 5))),
          rowOf('QUARTER', '25%', quarter),
          rowOf('GUEST', '100%', paidWith(price, percentCoupon('GUEST', 100))),
        ],
      ],
      sentences: [
        `For every 100 buyers at the full price, you need ${needed} with QUARTER`,
        `where the other ${needed - 100} will come from`,
        `you’re giving away ${formatUsd(discountCost)} on each sale`,
        `It doesn’t charge less than ${formatUsd(getCurrency('USD').minimum ?? 0)}`,
        `you can’t add a $${rejectedCoupon.discount} coupon for our $40 course`,
        `Coupon applied! You saved ${formatWithSymbol(price - quarter, 'USD')}*`,
        `A page can have up to ${MAX_COUPONS} coupons`,
        `makes it $${quarter / 100} instead of $40 for you`,
        `then the course costs $${quarter / 100}`,
      ],
      numbers: [
        ...USUAL,
        '$40',
        '100%',
        '25%',
        '$30',
        '$39.75',
        formatUsd(discountCost),
        formatUsd(getCurrency('USD').minimum ?? 0),
        formatUsd(price - quarter),
      ],
    };
  },

  'trust-on-a-checkout-page': () => {
    const [, { config }] = SAMPLE_PAGES;
    const [coupon = percentCoupon('NONE', 1)] = config.validCoupons;
    const { original, total, discount } = applyCoupon(
      parseAmount(config.price, config.currency),
      coupon,
      config.currency,
    );
    const paid = formatComputedPrice(total, config);
    return {
      tables: [
        [
          ['Where', 'What buyers see'],
          ['Above the form', `~~${formatComputedPrice(original, config)}~~ ${paid}`],
          ['Below the code', `Coupon applied! You saved ${formatWithSymbol(discount, config.currency)}`],
          ['Pay button', `${config.buttonText} · ${paid}`],
          ['Receipt, discount', formatWithSymbol(-discount, config.currency)],
          ['Receipt, total', formatMoney(total, config.currency)],
        ],
      ],
      sentences: [
        `a $${config.price} monthly subscription with the code ${coupon.code} for ${coupon.discount}% off`,
        `Each can have up to ${MAX_TESTIMONIAL_TEXT} characters`,
        `You can add up to ${numberWord(MAX_TESTIMONIALS)}`,
        `The classic and minimal layouts show the first ${numberWord(TESTIMONIALS_PER_LAYOUT.classic)}`,
        `layouts show the first ${numberWord(TESTIMONIALS_PER_LAYOUT.minimal)}, and the modern layout shows ${numberWord(TESTIMONIALS_PER_LAYOUT.modern)}`,
      ],
      numbers: [`$${config.price}`, `${coupon.discount}%`, '$26'],
    };
  },

  'choose-a-currency': () => {
    const sale = toCents(49);
    const rowOf = (name: string, extra: number) => [
      name,
      formatUsd(calculateFee(sale, extra)),
      formatUsd(sale - calculateFee(sale, extra)),
    ];
    const fifteenPercent = percentCoupon('FIFTEEN', 15);
    const currencyRow = ([name, price, currency]: [string, string, string]) => {
      const pricing: Pricing = { price, currency, paymentType: 'one-time', billingFrequency: 'monthly' };
      const { total } = applyCoupon(parseAmount(price, currency), fifteenPercent, currency);
      return [name, price, formatPrice(pricing), formatComputedPrice(total, pricing)];
    };
    const least = (code: string) => formatWithSymbol(getCurrency(code).minimum ?? 0, code);
    const euros = applyCoupon(parseAmount('45.50', 'EUR'), fifteenPercent, 'EUR');
    const dearer = calculateFee(sale, STRIPE_FEE.international + STRIPE_FEE.converted) - calculateFee(sale);
    const inDollarSigns = CURRENCIES.filter(({ symbol }) => symbol === '$').length;
    expect(inDollarSigns).toBeGreaterThan(20);
    return {
      tables: [
        [
          ['Sale', 'Stripe’s fee', 'You get'],
          rowOf('Domestic card', 0),
          rowOf('International card', STRIPE_FEE.international),
          rowOf('International card, with conversion', STRIPE_FEE.international + STRIPE_FEE.converted),
        ],
        [
          ['Currency', 'You type', 'Buyers see', 'With 15% off'],
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
      sentences: [
        `The builder offers ${CURRENCIES.length} currencies`,
        `cost you ${formatUsd(dearer)} more than a domestic sale`,
        'more than twenty currencies in the list are written `$`',
        `15% of €45.50 is €6.825, and the buyer saves ${formatWithSymbol(euros.discount, 'EUR')}`,
        `It’s ${least('USD')} in US dollars, ${least('EUR')} in euros, ${least('GBP')} in pounds, ${least('JPY')} in yen, and ${least('CZK')} in Czech koruna`,
        `The maximum in US dollars is ${formatUsd(MAX_AMOUNT)}`,
        `plus ${INTERNATIONAL} for an international card and ${CONVERTED} for currency conversion`,
      ],
      numbers: [
        ...USUAL,
        INTERNATIONAL,
        CONVERTED,
        '15%',
        '$49',
        '€45.50',
        '€6.825',
        '€45',
        '€49',
        '€45.32',
        formatUsd(dearer),
        formatWithSymbol(euros.discount, 'EUR'),
        formatUsd(MAX_AMOUNT),
        ...['USD', 'EUR', 'GBP', 'JPY', 'CZK'].map(least),
      ],
    };
  },

  'fast-checkout-pages': () => {
    const fonts = (pair: FontPair) => Math.round(getFontBytes(pair) / 1000);
    const { modern, minimal, classic } = FONT_PRESETS;
    const page = MAX_PAGE_BYTES / 1000;
    const light = [page, fonts(modern), 6, 90];
    const heavy = [page, fonts(classic), 40, 640];
    const secondsFor = (kilobytes: number) => ((kilobytes * 8) / 1600).toFixed(1);
    const rowLabels = ['Document, styles, and script', 'Fonts', 'Logo', 'Picture'];
    const [lightTotal, heavyTotal] = [sum(light), sum(heavy)];
    const pairs = Object.values(FONT_PRESETS);
    const oneFamily = pairs.filter(({ heading, body }) => heading === body);
    expect(oneFamily).toEqual([modern, minimal]);
    expect([modern.body, minimal.body]).toEqual(['Inter', 'Work Sans']);
    return {
      tables: [
        [
          ['Part', 'Light page', 'Heavy page'],
          ...rowLabels.map((part, place) => [part, `${light[place]} kB`, `${heavy[place]} kB`]),
          ['Total', `${lightTotal} kB`, `${heavyTotal} kB`],
          ['Seconds at 1.6 Mbit/s', secondsFor(lightTotal), secondsFor(heavyTotal)],
        ],
      ],
      sentences: [
        `Two of our ${numberWord(pairs.length)} pairs`,
        `The other ${numberWord(pairs.length - oneFamily.length)} download a second family`,
        `Inter alone is ${light[1]} kB; Playfair Display with Lora is ${heavy[1]} kB`,
        `The difference is ${Number(heavy[1]) - Number(light[1])} kB, less than a tenth`,
        `Files can be up to ${MAX_IMAGE_BYTES / 1024 / 1024} MB`,
        `Above 400 kB, it says *heavy*: on the slow connection above, that’s ${numberWord(Number(secondsFor(400)))} seconds`,
        `if you go from ${lightTotal} kB to 110 kB. Everyone will notice if you go from ${heavyTotal} kB to ${lightTotal} kB`,
      ],
      numbers: [],
    };
  },

  'weekly-monthly-yearly': () => {
    const RHYTHMS = { Weekly: 52, Monthly: 12, Yearly: 1 };
    const rowOf = (name: keyof typeof RHYTHMS, price: string, text: string) => {
      const times = RHYTHMS[name];
      const [revenue, fees] = [times * parseAmount(price), times * calculateFee(parseAmount(price))];
      return [name, text, `${times}`, formatUsd(revenue), formatUsd(fees), formatUsd(revenue - fees)];
    };
    const pricing = (price: string, billingFrequency: Pricing['billingFrequency']): Pricing => ({
      price,
      billingFrequency,
      currency: 'USD',
      paymentType: 'subscription',
    });
    const monthly = pricing('18', 'monthly');
    const founder = applyCoupon(toCents(18), percentCoupon('FOUNDER', 20), 'USD');
    const feeShares = [4, 18, 180].map((price) => percentage(calculateFee(toCents(price)), toCents(price)));
    const launch = 17 * 180;
    expect(launch).toBeGreaterThan(STARTER.limit);
    expect(launch - 180).toBeLessThanOrEqual(STARTER.limit);
    return {
      tables: [
        [
          ['Billing', 'Price', 'Payments per year', 'Buyer pays', 'Stripe’s fee', 'You get'],
          rowOf('Weekly', '4', formatPrice(pricing('4', 'weekly'))),
          rowOf('Monthly', '18', formatPrice(monthly)),
          rowOf('Yearly', '180', formatPrice(pricing('180', 'yearly'))),
        ],
      ],
      sentences: [
        `${feeShares[0]} of the weekly payments, ${feeShares[1]} of the monthly ones, and ${feeShares[2]} of the yearly one`,
        `buyers pay for ${numberWord(180 / 18)} months and get twelve`,
        `Seventeen people who pay $180 on the same launch day make $${formatCount(launch)}, which is above Starter’s ${STARTER_LIMIT}`,
        `makes it ${formatComputedPrice(founder.total, monthly)}`,
        `that’s ${formatUsd(12 * founder.discount)} less per subscriber`,
        `\`${formatPrice(monthly)}\``,
      ],
      numbers: [
        ...USUAL,
        '$4',
        '$18',
        '$180',
        '20%',
        ...feeShares,
        STARTER_LIMIT,
        `$${formatCount(launch)}`,
        formatUsd(founder.total),
        formatUsd(12 * founder.discount),
      ],
    };
  },

  'what-a-refund-is-for': () => {
    const sale = toCents(89);
    const columns = [sale, toCents(30)].map((refund) => [sale, -calculateFee(sale), -refund]);
    const rowOf = (name: string, place: number) => [name, ...columns.map((column) => formatUsd(column[place] ?? NaN))];
    const twenty = 20 * calculateNet(sale);
    const discounted = paidWith(sale, percentCoupon('EARLY20', 20));
    return {
      tables: [
        [
          ['Your balance', 'Full refund', '$30 refund'],
          rowOf('Sale', 0),
          rowOf(`Stripe, ${USUAL.join(' + ')}`, 1),
          rowOf('Refund', 2),
          ['You keep', ...columns.map((column) => formatUsd(sum(column)))],
        ],
      ],
      sentences: [
        `Here’s an $89 course, refunded in full, and the same course with a $30 refund`,
        `a refund costs you ${formatUsd(calculateFee(sale))} more than not making the sale`,
        `twenty sales bring ${formatUsd(twenty)} after fees`,
        `If you refund one of the twenty, you have ${formatUsd(twenty - sale)}`,
        `a coupon for 20% off the $89 course, they paid ${formatUsd(discounted)}, so ${formatUsd(discounted)} is what they get back`,
        `I’ve just refunded the ${formatUsd(discounted)}`,
      ],
      numbers: ['$89', '$30', '20%', ...[calculateFee(sale), twenty, twenty - sale, discounted].map(formatUsd)],
    };
  },

  'from-a-marketplace-to-your-own-page': () => {
    const price = toCents(36);
    const calculateRow = (sales: number) => {
      const revenue = sales * price;
      const plan = PLANS.map(toBlogPlan).find(({ limit }) => revenue <= toCents(1) * limit) ?? STARTER;
      const [marketplaceFee, fees] = [revenue / 10, sales * calculateFee(price)];
      const ownCosts = fees + toCents(plan.price);
      return [revenue, marketplaceFee, fees, toCents(plan.price), ownCosts, marketplaceFee - ownCosts];
    };
    const lead = (sales: number) => calculateRow(sales).at(-1) ?? 0;
    expect([3, 4].map((sales) => Math.sign(lead(sales)))).toEqual([-1, 1]);
    return {
      tables: [
        [
          [
            'Sales per month',
            'Revenue',
            'Marketplace’s share',
            'Stripe’s fee',
            'Plan',
            'Cost of your page',
            'You save',
          ],
          ...[2, 4, 20, 80, 150, 400].map((sales) => [`${sales}`, ...calculateRow(sales).map(formatUsd)]),
        ],
      ],
      sentences: [
        'Suppose a marketplace keeps 10% of each sale',
        'The product costs $36:',
        `Starter up to ${STARTER_LIMIT} of sales, Growth up to $${formatCount(GROWTH.limit)}, Pro without a limit`,
        'Your own page becomes cheaper at the fourth sale of the month',
        `a free trial of ${TRIAL} when you first open the builder, and you don’t need a card for it`,
      ],
      numbers: [...USUAL, '10%', '$36', STARTER_LIMIT, `$${formatCount(GROWTH.limit)}`],
    };
  },

  'what-a-buyer-agrees-to': () => {
    const rowOf = (price: string, currency: string, billingFrequency: Pricing['billingFrequency'], times: number) => [
      formatPrice({ price, currency, paymentType: 'subscription', billingFrequency }),
      `${times}`,
      formatWithSymbol(times * parseAmount(price, currency), currency),
    ];
    const monthly = rowOf('24', 'USD', 'monthly', 12);
    return {
      tables: [
        [
          ['The page says', 'Payments per year', 'Per year'],
          rowOf('7', 'USD', 'weekly', 52),
          monthly,
          rowOf('48', 'EUR', 'yearly', 1),
        ],
      ],
      sentences: [`You pay $24 each month, which is ${monthly[2]} per year`],
      numbers: ['$6', '$24', `${monthly[2]}`],
    };
  },
};

const AMOUNT_PATTERN = /−?(?:\$|€|£|¥|Kč|kr)\d+(?:,\d{3})*(?:\.\d+)?|\d+(?:\.\d+)?%/g;

const hasNumbers = (table: BlogTable): boolean =>
  table
    .slice(1)
    .flat()
    .some((cell) => /\d/.test(cell));
const sortUnique = (numbers: readonly string[]): string[] => [...new Set(numbers)].toSorted();

const getExample = (slug: string): Example => {
  const example = EXAMPLES[slug];
  if (!example) throw new Error(`No example recomputes the numbers of ${slug}`);
  return example();
};

/** Extracts the numbers of a text in the shape of the expectation. */
const extractNumbers = (body: string, { sentences }: Example): Example => {
  const prose = getProse(body);
  return {
    tables: parseTables(body).filter(hasNumbers),
    sentences: sentences.filter((sentence) => prose.includes(sentence)),
    numbers: sortUnique(prose.match(AMOUNT_PATTERN) ?? []),
  };
};

const posts = [...BLOG_POSTS];

test.each(posts)('the numbers of $slug match the pricing code', ({ slug, body }) => {
  const example = getExample(slug);
  expect(example.tables.length).toBeGreaterThan(0);
  expect(extractNumbers(body, example)).toEqual({ ...example, numbers: sortUnique(example.numbers) });
});

test.each(posts)('notices any wrongly edited number of $slug', ({ slug, body }) => {
  const example = getExample(slug);
  const expected = extractNumbers(body, example);
  const positions = [...body.matchAll(AMOUNT_PATTERN), ...body.matchAll(/(?<=^\|.*)\d[\d,]*(?:\.\d+)?(?=.*\|$)/gm)].map(
    ({ 0: numberText, index }) => index + numberText.search(/\d/),
  );
  expect(positions.length).toBeGreaterThan(8);
  for (const position of positions) {
    const edited = `${body.slice(0, position)}7${body.slice(position)}`;
    expect(extractNumbers(edited, example), body.slice(position - 20, position + 20)).not.toEqual(expected);
  }
});

test('has a post for every example', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(posts.map(({ slug }) => slug).toSorted());
});
