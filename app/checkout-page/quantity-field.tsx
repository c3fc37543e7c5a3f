import { RichText } from '#app/components/rich-text.tsx';
import { checkoutErrorMessages } from '#content/messages/checkout-errors.ts';
import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import { getBillingSuffix } from '#domain/format-price.ts';
import { formatWithSymbol, parsePrice } from '#domain/money.ts';
import { configForOption } from '#domain/offer.ts';
import { getLargestQuantity, listTiers } from '#domain/quantity.ts';

import type { CheckoutFormProps } from './checkout-page-props.ts';
import { autoFocusProps } from './field-error-message.tsx';
import { getShownQuantity, listSelectablePrices } from './order-combinations.ts';
import { getSellerLang } from './page-language.ts';
import { createOrderData } from './quantity-order-data.ts';

const messages = checkoutPageMessages.quantity;

/** The lower prices of each price option; the stylesheet shows those of the selected option. */
function TierPrices({ config }: Pick<CheckoutFormProps, 'config'>) {
  return listSelectablePrices({ config }).map(({ at, optionId }) => {
    const tiers = listTiers(config, optionId);
    if (tiers.length === 0) return null;
    const pricing = configForOption(config, optionId) ?? config;
    const format = (text: string) => {
      const parsed = parsePrice(text.trim(), config.currency);
      return 'error' in parsed ? '' : formatWithSymbol(parsed.amount, config.currency) + getBillingSuffix(pricing);
    };
    return (
      <span key={optionId} data-at={at}>
        {messages.tiers({
          price: format(pricing.price),
          tiers: tiers.map(({ from, price }) => ({ from, price: format(price) })),
        })}
      </span>
    );
  });
}

function QuantityLabel({ config, prefix }: CheckoutFormProps) {
  const name = config.quantity.plural.trim() || config.quantity.singular.trim();
  return (
    <label htmlFor={`${prefix}quantity`}>
      <RichText
        text={name ? messages.labelWithName : messages.label}
        tags={{ units: () => <bdi lang={getSellerLang(config)}>{name}</bdi> }}
      />
    </label>
  );
}

/** Without script, the buttons submit the form: the response has the changed quantity and its totals. */
const StepButton = ({ change, name, sign }: { change: number; name: string; sign: string }) => (
  <button className="co-2nd" name="step" value={change} formNoValidate aria-label={name}>
    {sign}
  </button>
);

/** How many units the buyer takes. The script checks it like a custom field, with the page's own message. */
export function QuantityField(props: CheckoutFormProps) {
  const { config, values, errors, pay, prefix, stockLeft = null } = props;
  if (!config.quantity.enabled) return null;
  const { minimum } = config.quantity;
  const maximum = getLargestQuantity(config, stockLeft);
  const message = checkoutErrorMessages.quantityOutside({ minimum, maximum });
  const error = errors?.quantity;
  const [id, helpId, errorId] = ['quantity', 'quantity-help', 'quantity-problem'].map((name) => prefix + name);
  return (
    <div className="co-f co-quantity" data-field="quantity" data-ask="">
      <QuantityLabel {...props} />
      <div className="co-steps">
        <StepButton change={-1} name={messages.fewer} sign="−" />
        <input
          className="co-in"
          id={id}
          type="number"
          name="quantity"
          inputMode="numeric"
          min={minimum}
          max={maximum}
          step={1}
          required
          autoComplete="off"
          defaultValue={error ? values?.quantity : getShownQuantity(props)}
          aria-describedby={`${helpId} ${errorId}`}
          data-missing={message}
          data-wrong={message}
          data-order={pay && JSON.stringify(createOrderData(props))}
          {...(error && { 'aria-invalid': true })}
          {...(error && pay && !errors.form ? autoFocusProps : {})}
        />
        <StepButton change={1} name={messages.more} sign="+" />
      </div>
      <p className="co-help" id={helpId}>
        <TierPrices config={config} />
      </p>
      <input type="hidden" name="seenQuantity" value={getShownQuantity(props)} />
      <p className="co-err" id={errorId} hidden={!error}>
        <span>{error?.message}</span>
      </p>
    </div>
  );
}
