import { RichText } from '#app/components/rich-text.tsx';
import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';
import { getCurrency } from '#domain/currencies.ts';
import { getBillingSuffix } from '#domain/format-price.ts';
import { formatWithSymbol } from '#domain/money.ts';
import { BASE_OPTION, calculateSaving, getAmountLimits, listPriceOptions } from '#domain/offer.ts';
import { getPaymentMethod } from '#domain/payment-methods.ts';
import { quoteOrder } from '#domain/quote.ts';
import { normalizeAmountInput } from '#domain/text.ts';

import type { CheckoutFormProps } from './checkout-page-props.ts';
import { Countdown } from './countdown.tsx';
import { CouponField, hasCoupons } from './coupon-field.tsx';
import { CustomFields } from './custom-fields.tsx';
import { FieldErrorMessage, autoFocusProps, getInvalidProps } from './field-error-message.tsx';
import { LockIcon } from './icons.tsx';
import { OrderBumps } from './order-bumps.tsx';
import { getShownQuantity, hasTerms, quoteChoice } from './order-combinations.ts';
import { formatDueToday, OrderSummary, OrderTotal } from './order-summary.tsx';
import { getInterfaceLang, getSellerLang } from './page-language.ts';
import { getTermsTotal, PriceWithTerms } from './payment-terms.tsx';
import { CUSTOM_AMOUNT, PriceAmount, type PricePick, getTotalText, listPricePicks } from './price-line.tsx';
import { QuantityField } from './quantity-field.tsx';
import { TermsField } from './terms-field.tsx';

const messages = checkoutPageMessages.form;

const amountMessages = checkoutPageMessages.amount;

/** Formats an amount without empty decimals: `$5` and `$7.50`. */
const shortText = (amount: number, currency: string): string => formatWithSymbol(amount, currency).replace(/\.0+$/, '');

/** Describes the accepted amounts. Zero is free of charge; any other amount has Stripe's minimum. */
function getBoundsText(config: CheckoutFormProps['config']): string {
  const { currency } = config;
  const limits = getAmountLimits(config);
  const { minimum } = getCurrency(currency);
  const most = limits.most === null ? null : shortText(limits.most, currency);
  if (limits.least > 0) {
    const least = shortText(limits.least, currency);
    return most === null ? amountMessages.atLeast({ least }) : amountMessages.between({ least, most });
  }
  if (minimum === null) return most === null ? amountMessages.any : amountMessages.atMost({ most });
  const least = shortText(minimum, currency);
  return most === null ? amountMessages.freeOrAtLeast({ least }) : amountMessages.freeOrBetween({ least, most });
}

/** Amount input with `$` before and `USD/month` after it; the script builds the total from both. */
function AmountInput({ label, ...props }: CheckoutFormProps & { label: string }) {
  const { config, values, prefix } = props;
  const { symbol, displayDecimals: shownDecimals, decimals } = getCurrency(config.currency);
  const after = `${config.currency}${getBillingSuffix(config)}`;
  return (
    <div className="co-f co-own">
      <label htmlFor={`${prefix}amount`}>
        {label} <small>{getBoundsText(config)}</small>
      </label>
      <div className="co-money" dir="ltr" data-field="price">
        <span aria-hidden="true">{symbol}</span>
        <input
          className="co-in"
          id={`${prefix}amount`}
          name="amount"
          inputMode={shownDecimals > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          maxLength={40}
          defaultValue={values?.amount ?? config.price.trim()}
          data-before={symbol}
          data-after={` ${after}`}
          data-decimals={decimals}
          {...getInvalidProps(props, 'amount')}
        />
        <span>{after}</span>
      </div>
      <FieldErrorMessage {...props} field="amount" />
    </div>
  );
}

/** Returns the initially selected pick; null if the buyer's own amount is selected. */
function findSelectedPick({ config, errors, values }: CheckoutFormProps, picks: PricePick[]): PricePick | null {
  if (errors?.amount) return null;
  const amount = normalizeAmountInput(values?.amount ?? config.price);
  return picks.find(({ value }) => value === amount) ?? null;
}

/** Lets buyers name the price: one of the suggested amounts or their own. */
export function AmountField(props: CheckoutFormProps) {
  const { config } = props;
  const picks = listPricePicks(config);
  const selectedPick = findSelectedPick(props, picks);
  if (picks.length === 0)
    return (
      <div data-field="payWhatYouWant">
        <AmountInput {...props} label={amountMessages.title} />
      </div>
    );
  return (
    <fieldset className="co-amounts" data-field="payWhatYouWant">
      <legend>{amountMessages.title}</legend>
      <div className="co-chips">
        {picks.map((pick, index) => (
          <label key={pick.value} className="co-chip">
            <input
              type="radio"
              name="preset"
              value={pick.value}
              defaultChecked={pick === selectedPick}
              data-pick={index}
            />
            <span>{shortText(pick.amount, config.currency)}</span>
          </label>
        ))}
        <label className="co-chip">
          <input type="radio" name="preset" value="" defaultChecked={selectedPick === null} data-pick={CUSTOM_AMOUNT} />
          <span>
            <RichText text={amountMessages.other} tags={{ hidden: (text) => <span className="vh2">{text}</span> }} />
          </span>
        </label>
      </div>
      <AmountInput {...props} label={amountMessages.own} />
    </fieldset>
  );
}

/** Cards of the price options; nothing if there is only one price. */
function PriceOptionPicker({ config, discounted, values }: CheckoutFormProps) {
  // A coupon can be for the whole order, so only the total contains it where buyers choose a quantity.
  const picks = listPricePicks(config, config.quantity.enabled ? null : discounted);
  if (config.payWhatYouWant.enabled || picks.length === 0) return null;
  const selectedOption = picks.some(({ value }) => value === values?.plan) ? values?.plan : BASE_OPTION;
  return (
    <fieldset className="co-plans" data-field="priceOptions">
      <legend>{checkoutPageMessages.priceOptions.title}</legend>
      {picks.map(({ value, name, text, reduced }, index) => {
        const saving = calculateSaving(config, value);
        return (
          <label key={value} className="co-plan">
            <input
              type="radio"
              name="plan"
              value={value}
              defaultChecked={value === selectedOption}
              data-pick={index}
              data-price={text}
            />
            <b>
              <bdi lang={getSellerLang(config)}>{name}</bdi>
            </b>
            {saving && <em className="co-saves">{checkoutPageMessages.priceOptions.saving(saving)}</em>}
            <span className="co-plan-price">
              <PriceAmount
                text={reduced?.totalText ?? getTermsTotal(config, value) ?? text}
                was={reduced?.originalText}
              />
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The total of each price that the buyer sees, in minor units, for the server to compare. None where buyers name the price. */
function ExpectedFields(props: CheckoutFormProps) {
  const { config, discounted } = props;
  if (config.payWhatYouWant.enabled) return null;
  if (config.quantity.enabled || hasTerms(props)) return <QuotedExpectedFields {...props} />;
  const quote = quoteOrder(config);
  const amount = 'total' in quote ? quote.total : 0;
  return (
    <>
      <input type="hidden" name="expected" value={discounted?.total ?? amount} data-price={amount} />
      {listPricePicks(config, discounted)
        .filter(({ value }) => value !== BASE_OPTION)
        .map((pick) => (
          <input
            key={pick.value}
            type="hidden"
            name={`expected.${pick.value}`}
            value={pick.reduced?.total ?? pick.amount}
            data-price={pick.amount}
          />
        ))}
    </>
  );
}

/** Totals that are not the price itself. The script keeps those of a quantity up to date, in this order. */
function QuotedExpectedFields(props: CheckoutFormProps) {
  const quantity = getShownQuantity(props);
  return listPriceOptions(props.config).map(({ id }) => (
    <input
      key={id}
      type="hidden"
      name={id === BASE_OPTION ? 'expected' : `expected.${id}`}
      value={quoteChoice(props, { optionId: id, quantity })?.total ?? 0}
    />
  ));
}

function HiddenFields(props: CheckoutFormProps) {
  const { config, pay, discounted } = props;
  if (!pay) return null;
  return (
    <>
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="attempt" value={pay.attempt} />
      <input type="hidden" name="version" value={pay.version} />
      <input type="hidden" name="currency" value={config.currency} />
      {pay.checkout && <input type="hidden" name="checkout" value={pay.checkout} />}
      {pay.returnTo && <input type="hidden" name="returnTo" value={pay.returnTo} />}
      {pay.withoutTrial && <input type="hidden" name="trial" value="no" />}
      <ExpectedFields {...props} />
      <input type="hidden" name="coupon" value={discounted?.code ?? ''} disabled={!discounted} />
    </>
  );
}

function EmailField(props: CheckoutFormProps) {
  const { values, prefix } = props;
  return (
    <div className="co-f">
      <label htmlFor={`${prefix}email`}>{messages.email}</label>
      <input
        className="co-in"
        id={`${prefix}email`}
        type="email"
        name="email"
        autoComplete="email"
        placeholder={checkoutPageMessages.placeholders.email}
        maxLength={254}
        required
        defaultValue={values?.email}
        {...getInvalidProps(props, 'email')}
      />
      <FieldErrorMessage {...props} field="email" />
    </div>
  );
}

/** Why the pay button is disabled. The stylesheet hides it once the terms are accepted, so it needs no script. */
const TermsReminder = ({ prefix }: Pick<CheckoutFormProps, 'prefix'>) => (
  <p className="co-reason" id={`${prefix}pay-reason`}>
    {messages.acceptTerms}
  </p>
);

export const ButtonText = ({ config }: Pick<CheckoutFormProps, 'config'>) => {
  const text = config.buttonText.trim();
  return text ? <bdi lang={getSellerLang(config)}>{text}</bdi> : <bdi>{messages.defaultButton}</bdi>;
};

function PayButton(props: CheckoutFormProps) {
  const { config, busy } = props;
  return (
    <button className="co-pay" type="submit" data-field="buttonText" aria-busy={busy}>
      {busy ? (
        checkoutScriptMessages.processing
      ) : (
        <span>
          <ButtonText config={config} />
          <OrderTotal {...props} before={'\u00a0· '} format={formatDueToday} />
        </span>
      )}
    </button>
  );
}

/** Without script, Enter submits with the first button of the form, which must not be that of the coupon or the quantity. */
const DefaultButton = () => <button className="vh2" name="intent" value="enter" tabIndex={-1} aria-hidden="true" />;

/** Error of the whole order. It gets the focus when the page loads. */
function FormErrorMessage({ config, errors, pay }: CheckoutFormProps) {
  // The page may no longer have the field of an error, which is shown here then.
  const error =
    errors?.form ??
    (config.payWhatYouWant.enabled ? null : errors?.amount) ??
    (config.quantity.enabled ? null : errors?.quantity);
  if (!error) return null;
  return (
    <p
      className="co-alert"
      data-kind={error.isNotice ? 'calm' : undefined}
      role="alert"
      tabIndex={-1}
      {...(pay ? autoFocusProps : {})}
    >
      {error.title && <b>{error.title}</b>}
      <span>{error.message}</span>
    </p>
  );
}

const MAX_NAMED_METHODS = 4;
const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** Names how buyers can pay on Stripe's page, as far as the seller's account has it. */
function PaymentMethods({ paymentMethods }: CheckoutFormProps) {
  if (!paymentMethods || paymentMethods.length === 0) return null;
  const names = paymentMethods.slice(0, MAX_NAMED_METHODS).map((type) => getPaymentMethod(type).name);
  const hasMore = paymentMethods.length > MAX_NAMED_METHODS;
  const methods = listFormat.format(hasMore ? [...names, messages.moreMethods] : names);
  return <p className="co-trust">{messages.paymentMethods({ methods })}</p>;
}

export function CheckoutForm(props: CheckoutFormProps) {
  const { config, pay, prefix, sellerName, stockLeft, children } = props;
  return (
    <form
      className="co-till"
      id={`${prefix}pay`}
      method="post"
      action={pay?.action}
      aria-label={messages.label}
      lang={getInterfaceLang(config)}
      data-slug={pay?.slug}
      data-currency={config.currency}
      data-price={getTotalText(config, null)}
    >
      <HiddenFields {...props} />
      {pay && (hasCoupons(config) || config.quantity.enabled) && <DefaultButton />}
      <Countdown {...props} />
      {config.payWhatYouWant.enabled ? <AmountField {...props} /> : <PriceWithTerms {...props} />}
      {typeof stockLeft === 'number' && <p className="co-left">{messages.stockLeft({ count: stockLeft })}</p>}
      <PriceOptionPicker {...props} />
      <QuantityField {...props} />
      {config.bumps.position === 'under-price' && <OrderBumps {...props} />}
      <EmailField {...props} />
      <CustomFields {...props} />
      {children}
      {config.bumps.position === 'above-button' && <OrderBumps {...props} />}
      {hasCoupons(config) && <CouponField {...props} />}
      {config.requireTerms && <TermsField {...props} />}
      <OrderSummary {...props} />
      <FormErrorMessage {...props} />
      <PayButton {...props} />
      {pay && config.requireTerms && <TermsReminder prefix={prefix} />}
      <PaymentMethods {...props} />
      <p className="co-trust">
        <LockIcon />
        <RichText
          text={sellerName ? messages.trust : messages.trustWithoutName}
          tags={{ seller: () => <bdi>{sellerName}</bdi> }}
        />
      </p>
    </form>
  );
}
