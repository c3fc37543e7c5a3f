import { useEffect } from 'react';

import { HelpText } from '#app/components/field.tsx';
import { NativeSelect, Select } from '#app/components/select.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { builderBundleMessages as messages } from '#content/messages/builder-bundle.ts';
import { bundleMessages } from '#content/messages/bundles.ts';
import {
  BUNDLE_LIMITS,
  calculateBundleSaving,
  findItemError,
  getOnlyPrice,
  listBundleItems,
  type BundleProduct,
} from '#domain/bundle.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { formatWithSymbol } from '#domain/money.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { focusControl, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { DragHandle, RowButtons, SortableList, type SortableRow } from '../fields/sortable-list.tsx';
import { useBuilder, useConfigValue } from '../state/builder-context.ts';
import { useBundleProducts } from '../state/use-bundle-products.ts';

type Item = CheckoutPageConfig['bundle']['items'][number];
type Pages = RpcContract['list-bundle-products']['response'];

/** A price with its amount, such as `Standard, $20.00`. */
const formatPrice = ({ name, amount }: BundleProduct['prices'][number], currency: string): string =>
  `${name}, ${formatWithSymbol(amount, currency)}`;

type ItemProps = { item: Item; row: SortableRow; pages: Pages; change: (item: Item) => void };

/** A product of the bundle, with a choice of its prices if it has several. The row takes the focus of its errors. */
function BundleItemRow({ item, row, pages, change }: ItemProps) {
  const { config } = useBuilder();
  const { id, error } = useFieldState(row.field);
  const product = pages.products.find(({ pageId }) => pageId === item.pageId);
  const unpublished = pages.unpublished.find(({ pageId }) => pageId === item.pageId);
  const name = product?.name ?? unpublished?.name ?? messages.missing;
  const [firstPrice] = product?.prices ?? [];
  const hasPrices = product !== undefined && (product.prices.length > 1 || firstPrice?.optionId !== item.optionId);
  const problem = error ?? findItemError(product, item, config.currency);
  return (
    <div
      id={id}
      className="price-option-card"
      role="group"
      aria-label={name}
      aria-describedby={problem ? `${id}-more` : undefined}
      tabIndex={-1}
      data-invalid={problem !== null}
    >
      <div className="price-option-card__header">
        <DragHandle row={row} />
        <b className="small text-strong" dir="auto">
          {name}
        </b>
        <RowButtons row={row} itemName={name} />
      </div>
      {hasPrices && product.prices.length > 0 && (
        <NativeSelect
          aria-label={messages.price({ name })}
          value={item.optionId}
          options={listPriceChoices(product, item.optionId)}
          onChange={(optionId) => change({ ...item, optionId })}
        />
      )}
      <HelpText id={`${id}-more`} hint={undefined} error={problem} />
    </div>
  );
}

/** The prices of a product. One that it no longer has stays until another is chosen. */
function listPriceChoices({ prices, currency }: BundleProduct, chosen: string) {
  const choices = prices.map((price) => ({ value: price.optionId, label: formatPrice(price, currency) }));
  return choices.some(({ value }) => value === chosen) ? choices : [{ value: chosen, label: '–' }, ...choices];
}

/** Adds a published page that the bundle can contain and does not contain yet. */
function AddProduct({ items, products }: { items: readonly Item[]; products: readonly BundleProduct[] }) {
  const { config, pageId: ownId } = useBuilder();
  const [, setItems] = useConfigValue('bundle.items');
  const choices = products.flatMap((product) => {
    const { pageId, name } = product;
    const [price] = product.prices;
    const isFree = pageId !== ownId && items.every((item) => item.pageId !== pageId);
    return price && isFree && findItemError(product, price, config.currency) === null
      ? [{ value: pageId, label: name, price }]
      : [];
  });
  if (choices.length === 0) return items.length < BUNDLE_LIMITS.min ? <p className="hint">{messages.none}</p> : null;
  function add(pageId: string) {
    const choice = choices.find(({ value }) => value === pageId);
    if (!choice) return;
    setItems([...items, { pageId, optionId: choice.price.optionId }]);
    focusControl('bundle');
  }
  return (
    <Select
      id={getFieldId('bundle')}
      label={messages.add}
      value=""
      options={[{ value: '', label: messages.choose }, ...choices.map(({ value, label }) => ({ value, label }))]}
      onChange={add}
      hideHelp
    />
  );
}

/** What buyers see that they save, computed like on the page. */
function SavingText({ products }: { products: readonly BundleProduct[] }) {
  const { config } = useBuilder();
  const { currency } = config;
  const items = listBundleItems(config, products);
  const saving = calculateBundleSaving(config, items);
  const format = (amount: number) => formatWithSymbol(amount, currency);
  if (saving) {
    const text = bundleMessages.saving({
      separately: format(saving.separately),
      together: format(saving.together),
      saving: format(saving.saving),
    });
    return <p className="hint">{messages.saving({ saving: text })}</p>;
  }
  if (items.length < BUNDLE_LIMITS.min || getOnlyPrice(config) === null) return null;
  const separately = format(items.reduce((sum, { price }) => sum + price, 0));
  return <p className="hint">{messages.noSaving({ separately })}</p>;
}

/** The products of the bundle in the order of the page. `isNew`: the seller has just made the page a bundle. */
export function BundleFields({ isNew }: { isNew: boolean }) {
  const query = useBundleProducts();
  const isLoaded = query.data !== undefined;
  // The button with which the seller made the page a bundle is gone.
  useEffect(() => {
    if (isNew && isLoaded) focusControl('bundle');
  }, [isNew, isLoaded]);
  return (
    <QueryBoundary query={query} errorTitle={messages.loadError} skeleton={<p className="hint">{messages.loading}</p>}>
      {(pages) => <ProductFields pages={pages} />}
    </QueryBoundary>
  );
}

function ProductFields({ pages }: { pages: Pages }) {
  const [items, setItems] = useConfigValue('bundle.items');
  return (
    <>
      <SortableList field="bundle" items={items} getKey={({ pageId }) => pageId} onChange={setItems}>
        {(item, row, change) => <BundleItemRow {...{ item, row, pages, change }} />}
      </SortableList>
      {items.length < BUNDLE_LIMITS.max && <AddProduct items={items} products={pages.products} />}
      {items.length > 0 && <SavingText products={pages.products} />}
    </>
  );
}
