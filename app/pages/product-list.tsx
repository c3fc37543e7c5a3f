import { CircleAlert, CircleCheck, PackageOpen } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';

import { Key } from '#app/ui/key.tsx';
import type { ImportableProduct, ImportSource } from '#domain/import-calls.ts';

import { useProductImport, type Outcome } from './use-product-import.ts';

const pageLink = (pageId: string): string => `/builder?page=${pageId}`;

function Remarks({ remarks, id }: { remarks: readonly string[]; id: string }) {
  if (remarks.length === 0) return null;
  return (
    <ul className="import-remarks small muted" id={id}>
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}

function State({ product, outcome }: { product: ImportableProduct; outcome: Outcome | undefined }) {
  if (outcome && 'problem' in outcome)
    return (
      <span className="import-state err">
        <CircleAlert className="i" aria-hidden="true" /> {outcome.problem}
      </span>
    );
  const pageId = outcome?.pageId ?? product.pageId;
  if (pageId === null) return null;
  return (
    <span className="import-state">
      {outcome && <CircleCheck className="i" aria-hidden="true" />}
      {outcome ? 'Draft made' : 'Imported before'} ·{' '}
      <Link className="link" to={pageLink(pageId)} aria-label={`Open ${product.name} in the builder`}>
        Open
      </Link>
    </span>
  );
}

type RowProps = {
  product: ImportableProduct;
  outcome: Outcome | undefined;
  chosen: boolean;
  onChoose: (on: boolean) => void;
};

function ProductRow({ product, outcome, chosen, onChoose }: RowProps) {
  const { name, priceText } = product;
  const id = useId();
  const remarks = outcome && 'remarks' in outcome ? outcome.remarks : product.remarks;
  return (
    <li className="import-row">
      <input
        type="checkbox"
        id={id}
        checked={chosen}
        aria-describedby={remarks.length > 0 ? `${id}-remarks` : undefined}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <div className="import-words">
        <label htmlFor={id}>{name}</label>
        <Remarks remarks={remarks} id={`${id}-remarks`} />
      </div>
      <span className="import-price num">{priceText}</span>
      <State product={product} outcome={outcome} />
    </li>
  );
}

type Props = { from: ImportSource; products: readonly ImportableProduct[]; none: string };

/** Selects products to import. Products imported before are not preselected. */
export function ProductList({ from, products, none }: Props) {
  const { chosen, outcomes, done, choose, run } = useProductImport(from, products);
  const all = useId();
  if (products.length === 0)
    return (
      <div className="sheet pad blank">
        <p className="h2 blank-title">
          <PackageOpen className="i" aria-hidden="true" />
          Nothing to bring along
        </p>
        <p className="muted">{none}</p>
      </div>
    );
  const keys = products.map(({ key }) => key);
  const count = chosen.size;
  return (
    <div className="sheet import-sheet">
      <div className="import-head">
        <span className="checkrow">
          <input
            type="checkbox"
            id={all}
            checked={count === keys.length}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && count < keys.length;
            }}
            onChange={(event) => choose(keys, event.target.checked)}
          />
          <label htmlFor={all}>
            {products.length === 1 ? 'The one product' : `All ${products.length} products`}
          </label>
        </span>
        <Key
          kind="primary"
          busy={done !== null && `Importing ${done} of ${done + count}...`}
          aria-disabled={count === 0 || undefined}
          onClick={run}
        >
          {count === 0 ? 'Choose what to import' : `Import ${count} ${count === 1 ? 'product' : 'products'}`}
        </Key>
      </div>
      <ul className="import-rows" aria-label="Products">
        {products.map((product) => (
          <ProductRow
            key={product.key}
            product={product}
            outcome={outcomes.get(product.key)}
            chosen={chosen.has(product.key)}
            onChoose={(on) => choose([product.key], on)}
          />
        ))}
      </ul>
    </div>
  );
}
