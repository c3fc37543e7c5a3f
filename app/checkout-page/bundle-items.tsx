import { bundleMessages } from '#content/messages/bundles.ts';
import { calculateBundleSaving, type BundleItem } from '#domain/bundle.ts';
import { formatWithSymbol } from '#domain/money.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { getInterfaceLang, getSellerLang } from './page-language.ts';

/** Says what a buyer who completes the bundle has paid for a product. */
function getPaidText({ paid }: BundleItem, currency: string): string | null {
  if (paid === undefined) return null;
  return paid === 0
    ? bundleMessages.alreadyFree
    : bundleMessages.alreadyPaid({ amount: formatWithSymbol(paid, currency) });
}

/** What a bundle contains, and what it saves at today's prices. */
export function BundleItems({ config, bundleItems = [] }: Pick<CheckoutPageProps, 'config' | 'bundleItems'>) {
  if (bundleItems.length === 0) return null;
  const { currency } = config;
  const isCompleted = bundleItems.some(({ paid }) => paid !== undefined);
  const saving = isCompleted ? null : calculateBundleSaving(config, bundleItems);
  const format = (amount: number) => formatWithSymbol(amount, currency);
  return (
    <div className="co-bundle" data-field="bundle" lang={getInterfaceLang(config)}>
      <ul aria-label={bundleMessages.title}>
        {bundleItems.map((item) => {
          const paidText = getPaidText(item, currency);
          return (
            <li key={item.pageId}>
              {item.image && <img src={item.image} alt="" width={48} height={48} loading="lazy" decoding="async" />}
              <span>
                <a href={item.url} target="_blank" rel="noopener" lang={getSellerLang(config)}>
                  <bdi>{item.name}</bdi>
                </a>
                {paidText && <small>{paidText}</small>}
              </span>
            </li>
          );
        })}
      </ul>
      {saving && (
        <p>
          {bundleMessages.saving({
            separately: format(saving.separately),
            together: format(saving.together),
            saving: format(saving.saving),
          })}
        </p>
      )}
    </div>
  );
}
