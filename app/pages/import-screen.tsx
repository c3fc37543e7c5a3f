import { useSearchParams } from 'react-router';

import { Tabs } from '#app/ui/tabs.tsx';

import { GumroadProducts } from './gumroad-products.tsx';
import { StripeProducts } from './stripe-products.tsx';

const SOURCES = ['stripe', 'gumroad'] as const;

/** Imports products from Stripe or Gumroad as drafts. The source stays unchanged. */
export function ImportProductsPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  const source = SOURCES.find((candidate) => candidate === searchParams.get('from')) ?? 'stripe';
  return (
    <>
      <div className="ph">
        <div>
          <h1 className="h1" tabIndex={-1}>
            Bring products along
          </h1>
          <p className="muted import-intro">
            Each product becomes a draft with its name, price, words and picture. Buyers see nothing until you publish
            it, and nothing changes where it comes from.
          </p>
        </div>
      </div>
      <Tabs
        label="Where from"
        className="import-tabs"
        value={source}
        onChange={(from) => setSearchParams({ from }, { replace: true, preventScrollReset: true })}
        tabs={[
          { value: 'stripe', label: 'Stripe account', content: <StripeProducts /> },
          { value: 'gumroad', label: 'Gumroad file', content: <GumroadProducts /> },
        ]}
      />
    </>
  );
}
