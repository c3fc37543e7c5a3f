import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';
import { formatComputedPrice } from '#domain/format-price.ts';
import { parsePrice } from '#domain/money.ts';
import { listPriceOptions } from '#domain/offer.ts';
import { listOfferedBumps, type OrderBump } from '#domain/order-bump.ts';

import type { CheckoutFormProps, CheckoutPageProps } from './checkout-page-props.ts';
import { hasBumps, listPricesWithout } from './order-combinations.ts';
import { getSellerLang } from './page-language.ts';

const messages = checkoutPageMessages.extras;

/** Price of an order bump in the format of the page: `$9.00 USD/month`. */
function BumpPrice({ bump, config }: Pick<CheckoutPageProps, 'config'> & { bump: OrderBump }) {
  const repeating = listPriceOptions(config).find(({ paymentType }) => paymentType === 'subscription');
  const pricing =
    bump.billing === 'with-price' && repeating
      ? { ...config, ...repeating }
      : { ...config, paymentType: 'one-time' as const };
  const format = (text: string) => {
    const parsed = parsePrice(text.trim(), config.currency);
    return 'error' in parsed ? '' : formatComputedPrice(parsed.amount, pricing);
  };
  const regularPrice = format(bump.regularPrice);
  return (
    <span className="co-extra-price">
      {regularPrice && (
        <del>
          <span className="vh2">{checkoutScriptMessages.originalPrice}</span>
          {regularPrice}
        </del>
      )}
      <span>{messages.price({ price: format(bump.price) })}</span>
    </span>
  );
}

/** Optional extras, never checked beforehand: only the buyer's own choice is. */
export function OrderBumps(props: CheckoutFormProps) {
  const { config, values, prefix } = props;
  if (!hasBumps(props)) return null;
  const offeredWith = (optionId: string) => listOfferedBumps(config, optionId);
  return (
    <fieldset
      className="co-extras"
      data-field="bumps"
      data-without={listPricesWithout(config, (optionId) => offeredWith(optionId).length > 0)}
    >
      <legend>{messages.title}</legend>
      {config.bumps.items.map((bump, index) => (
        <label
          key={bump.id}
          className="co-extra"
          data-without={listPricesWithout(config, (optionId) => offeredWith(optionId).some(({ id }) => id === bump.id))}
        >
          <input
            type="checkbox"
            name="bump"
            id={`${prefix}bump-${index}`}
            value={bump.id}
            data-bump={index}
            defaultChecked={values?.bumps?.includes(bump.id)}
          />
          <b>
            <bdi lang={getSellerLang(config)}>{bump.title || checkoutPageMessages.placeholders.extraTitle}</bdi>
          </b>
          <BumpPrice bump={bump} config={config} />
          {bump.text && <span className="co-extra-text">{bump.text}</span>}
          {bump.image && <img src={bump.image} alt="" width={96} height={96} loading="lazy" decoding="async" />}
        </label>
      ))}
    </fieldset>
  );
}
