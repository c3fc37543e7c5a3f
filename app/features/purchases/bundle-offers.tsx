import { bundleMessages } from '#content/messages/bundles.ts';
import { formatMoney } from '#domain/money.ts';
import type { BundleOffer } from '#domain/purchase.ts';

const messages = bundleMessages.offer;

/** Bundles of a seller that the buyer has bought a part of. */
export const BundleOffers = ({ offers }: { offers: readonly BundleOffer[] }) =>
  offers.map(({ pageId, name, missing, price, regularPrice, currency }) => (
    <form key={pageId} className="purchase-offer" method="post" action="/purchases">
      <h3>{messages.title}</h3>
      <p dir="auto">{messages.text({ name, missing })}</p>
      <p>
        <b>
          {messages.price({ price: formatMoney(price, currency), regularPrice: formatMoney(regularPrice, currency) })}
        </b>
      </p>
      <input type="hidden" name="page" value={pageId} />
      <div className="buyer-portal__actions">
        <button className="buyer-portal__button" name="intent" value="complete-bundle">
          <bdi>{messages.submit({ name })}</bdi>
        </button>
      </div>
    </form>
  ));
