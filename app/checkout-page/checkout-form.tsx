import { RichText } from '#app/components/rich-text.tsx';
import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';
import { BASE_OPTION, calculateSaving } from '#domain/offer.ts';
import { calculatePricing } from '#domain/pricing.ts';

import { AmountField } from './amount-field.tsx';
import type { CheckoutPageProps } from './checkout-page-props.ts';
import { Countdown } from './countdown.tsx';
import { CouponField, hasCoupons } from './coupon-field.tsx';
import { CustomFields } from './custom-fields.tsx';
import { getInvalidProps, FieldErrorMessage, autoFocusProps } from './field-error-message.tsx';
import { LockIcon } from './icons.tsx';
import { getInterfaceLang, getSellerLang } from './page-language.ts';
import { PriceLine, Total, getTotalText, PriceAmount } from './price-line.tsx';
import { listPricePicks } from './price-picks.ts';
import { TermsField } from './terms-field.tsx';

const messages = checkoutPageMessages.form;

type PriceOptionPickerProps = Pick<CheckoutPageProps, 'config' | 'discounted' | 'values'>;

/** Cards of the price options; nothing if there is only one price. */
function PriceOptionPicker({ config, discounted, values }: PriceOptionPickerProps) {
  const picks = listPricePicks(config, discounted);
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
              <PriceAmount text={reduced?.totalText ?? text} was={reduced?.originalText} />
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

export type CheckoutFormProps = CheckoutPageProps & { prefix: string };

/** The total of each price that the buyer sees, in minor units, for the server to compare. None where buyers name the price. */
function ExpectedFields({ config, discounted }: CheckoutFormProps) {
  if (config.payWhatYouWant.enabled) return null;
  const pricing = calculatePricing(config);
  const amount = 'total' in pricing ? pricing.total : 0;
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

/** Hidden inputs of the pay form. */
function HiddenFields(props: CheckoutFormProps) {
  const { config, pay, discounted } = props;
  if (!pay) return null;
  return (
    <>
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="attempt" value={pay.attempt} />
      <input type="hidden" name="version" value={pay.version} />
      <input type="hidden" name="currency" value={config.currency} />
      {pay.returnTo && <input type="hidden" name="returnTo" value={pay.returnTo} />}
      <ExpectedFields {...props} />
      <input type="hidden" name="coupon" value={discounted?.code ?? ''} disabled={!discounted} />
    </>
  );
}

function EmailField({ errors, values, pay, prefix }: CheckoutFormProps) {
  const errorId = `${prefix}email-problem`;
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
        {...getInvalidProps(errorId, errors?.email, Boolean(pay && !errors?.form))}
      />
      <FieldErrorMessage id={errorId} error={errors?.email} />
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

function PayButton({ config, discounted, busy }: CheckoutFormProps) {
  return (
    <button className="co-pay" type="submit" data-field="buttonText" aria-busy={busy}>
      {busy ? (
        checkoutScriptMessages.processing
      ) : (
        <span>
          <ButtonText config={config} />
          <Total config={config} discounted={discounted} before={'\u00a0· '} />
        </span>
      )}
    </button>
  );
}

/** Without script, Enter submits with the first button of the form, which must not be that of the coupon. */
const DefaultButton = () => <button className="vh2" name="intent" value="enter" tabIndex={-1} aria-hidden="true" />;

/** Error of the whole order. It gets the focus when the page loads. */
function FormErrorMessage({ config, errors, pay }: CheckoutFormProps) {
  // If the page has a fixed price now, there is no amount field: its error is shown here.
  const error = errors?.form ?? (config.payWhatYouWant.enabled ? null : errors?.amount);
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
      {pay && hasCoupons(config) && <DefaultButton />}
      <Countdown {...props} />
      {config.payWhatYouWant.enabled ? <AmountField {...props} /> : <PriceLine {...props} />}
      {typeof stockLeft === 'number' && <p className="co-left">{messages.stockLeft({ count: stockLeft })}</p>}
      <PriceOptionPicker {...props} />
      <EmailField {...props} />
      <CustomFields {...props} />
      {children}
      {hasCoupons(config) && <CouponField {...props} />}
      {config.requireTerms && <TermsField {...props} />}
      <FormErrorMessage {...props} />
      <PayButton {...props} />
      {pay && config.requireTerms && <TermsReminder prefix={prefix} />}
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
