import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createAddedFields, createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { validateCoupon } from '#domain/coupon.ts';
import { formatComputedPrice } from '#domain/format-price.ts';
import { listPriceOptions } from '#domain/offer.ts';
import { listBuyerChoices } from '#domain/order-bump.ts';
import { normalizeConfig, validatePage } from '#domain/page-fields.ts';
import { hasPaymentTerms } from '#domain/payment-terms.ts';
import { pick } from '#domain/pick.ts';
import { quoteOrder } from '#domain/quote.ts';
import { configArbitrary } from '#domain/testing/page-config.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';
import { getStripeAccountId } from '#server/testing/sold-orders.ts';

import { CheckoutVisitor, getDueToday } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';

const app = createSharedApp();

/** The page with plain texts, without dates, stock and questions, and with coupons that every buyer may use. */
function openToAll(generated: CheckoutPageConfig): CheckoutPageConfig {
  const { priceOptions, bumps, validCoupons } = generated;
  const canRepeat = listPriceOptions(generated).some(({ paymentType }) => paymentType === 'subscription');
  const config = normalizeConfig({
    ...generated,
    ...pick(createAddedFields(), ['payWhatYouWant', 'countdown', 'availability', 'payment', 'customFields']),
    fonts: createEmptyConfig().fonts,
    productName: 'Course',
    description: '',
    features: [],
    testimonials: { enabled: false, items: [] },
    buttonText: 'Buy',
    successMessage: '',
    requireTerms: false,
    customSlug: '',
    priceOptions: {
      baseName: priceOptions.others.length > 0 ? 'Price 0' : '',
      others: priceOptions.others.map((option, index) => ({ ...option, name: `Price ${index + 1}` })),
    },
    bumps: {
      ...bumps,
      items: bumps.items.map((bump, index) => ({
        ...bump,
        title: `Extra ${index}`,
        text: '',
        billing: canRepeat && index % 2 === 0 ? ('with-price' as const) : ('one-time' as const),
      })),
    },
    enableCoupon: true,
    validCoupons: validCoupons.map((coupon) => pick(coupon, ['code', 'discount', 'type', 'scope', 'payments'])),
  });
  return { ...config, validCoupons: config.validCoupons.filter((coupon) => validateCoupon(coupon, config) === null) };
}

const pages = configArbitrary()
  .map(openToAll)
  .filter((config) => listPriceOptions(config).some(hasPaymentTerms) && validatePage(config).length === 0);

test(
  'charges what the page says is due today, for any plan, trial, fee, extras, quantity and coupon',
  { timeout: shortOrFull(60_000, 300_000) },
  async () => {
    const seller = await app().signUpSeller();
    let pageCount = 0;
    await fc.assert(
      fc.asyncProperty(pages, fc.nat(), fc.nat(), async (config, whichChoice, whichCoupon) => {
        const choices = listBuyerChoices(config);
        const choice = choices[whichChoice % choices.length];
        if (!choice) throw new Error('The page sells nothing');
        const { optionId, bumps, quantity } = choice;
        const coupons = [null, ...config.validCoupons];
        const coupon = coupons[whichCoupon % coupons.length] ?? null;
        const ids = bumps.map(({ id }) => id);
        const quote = quoteOrder(config, { optionId, bumps: ids, quantity }, coupon);
        if ('error' in quote) throw new Error(quote.error);

        pageCount += 1;
        const { url } = await seller.publishPage(config, `due-today-${pageCount}`);
        const hasOptions = config.priceOptions.others.length > 0;
        const at = hasOptions ? listPriceOptions(config).findIndex(({ id }) => id === optionId) : null;
        const offered = config.bumps.items.filter(({ enabled }) => enabled);
        const positions = offered.flatMap(({ id }, index) => (ids.includes(id) ? [index] : []));
        const buyer = new CheckoutVisitor(app());
        const query = new URLSearchParams({
          ...(coupon ? { coupon: coupon.code } : {}),
          ...(config.quantity.enabled ? { quantity: String(quantity) } : {}),
        });
        const page = await buyer.open(`${url}?${query}`);
        const shown = getDueToday(page, at, positions.join(' '));

        const payPage = await buyer.pay(page, {
          ...(hasOptions ? { plan: optionId } : {}),
          ...(ids.length > 0 ? { bump: ids } : {}),
        });
        const { sessions } = app().context.sellerStripe(await getStripeAccountId(seller));
        const session = await sessions.retrieve(payPage.url.pathname.split('/').at(-1) ?? '');
        const due = session.amount_total ?? -1;
        expect([shown, due]).toEqual([formatComputedPrice(due, { ...config, paymentType: 'one-time' }), quote.total]);
      }),
      { numRuns: shortOrFull(10, 100), endOnFailure: true },
    );
  },
);
