import { CircleAlert, CircleCheck, PackageOpen } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';

import { Button } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { toast } from '#app/components/toast.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { importProductsMessages as messages } from '#content/messages/import-products.ts';
import { type ImportableProduct, type ImportSource, MAX_PRODUCTS_PER_IMPORT } from '#domain/product-import.ts';

/** Result for a product: its draft with warnings, or an error message. */
type ImportOutcome = { pageId: string; remarks: string[] } | { problem: string };

const splitIntoChunks = (keys: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(keys.length / MAX_PRODUCTS_PER_IMPORT) }, (_, chunkIndex) =>
    keys.slice(chunkIndex * MAX_PRODUCTS_PER_IMPORT, (chunkIndex + 1) * MAX_PRODUCTS_PER_IMPORT),
  );

function showResultToast(createdCount: number, failedCount: number): void {
  const title = messages.createdTitle({ count: createdCount });
  const message = failedCount > 0 ? messages.failedMessage({ count: failedCount }) : messages.createdMessage;
  toast({ title, message }, { destructive: createdCount === 0 });
}

/** Selects products and imports them in chunks. */
function useProductImport(source: ImportSource, products: readonly ImportableProduct[]) {
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(
    () => new Set(products.filter(({ pageId }) => pageId === null).map(({ key }) => key)),
  );
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, ImportOutcome>>(new Map());
  const [importedCount, setImportedCount] = useState(0);
  const setSelected = (keys: readonly string[], isSelected: boolean) =>
    setSelectedKeys((previous) => {
      const updated = new Set(previous);
      for (const key of keys) updated[isSelected ? 'add' : 'delete'](key);
      return updated;
    });
  const importSelected = async () => {
    const keys = products.map(({ key }) => key).filter((key) => selectedKeys.has(key));
    const newOutcomes = new Map(outcomes);
    let createdCount = 0;
    setImportedCount(0);
    for (const chunk of splitIntoChunks(keys)) {
      const response = await callRpc('import-products', { ...source, keys: chunk });
      for (const { key, pageId, remarks } of response.pages) newOutcomes.set(key, { pageId, remarks });
      for (const { key, problem } of response.failed) newOutcomes.set(key, { problem });
      createdCount += response.pages.length;
      setOutcomes(new Map(newOutcomes));
      setSelected(chunk, false);
      setImportedCount((previous) => previous + chunk.length);
    }
    showResultToast(createdCount, keys.length - createdCount);
  };
  const { busy, run } = useAction(importSelected, { failureTitle: messages.failure });
  return { selectedKeys, outcomes, busy, importedCount, setSelected, run: () => void (selectedKeys.size > 0 && run()) };
}

function ImportWarnings({ remarks, id }: { remarks: readonly string[]; id: string }) {
  if (remarks.length === 0) return null;
  return (
    <ul className="product-row__warnings small muted" id={id}>
      {remarks.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}

function ImportState({ product, outcome }: { product: ImportableProduct; outcome: ImportOutcome | undefined }) {
  if (outcome && 'problem' in outcome)
    return (
      <span className="product-row__state err">
        <CircleAlert className="i" aria-hidden="true" /> {outcome.problem}
      </span>
    );
  const pageId = outcome?.pageId ?? product.pageId;
  if (pageId === null) return null;
  return (
    <span className="product-row__state">
      {outcome && <CircleCheck className="i" aria-hidden="true" />}
      {outcome ? messages.draftCreated : messages.alreadyImported} ·{' '}
      <Link className="link" to={`/builder?page=${pageId}`} aria-label={messages.openLabel({ product: product.name })}>
        {messages.open}
      </Link>
    </span>
  );
}

type RowProps = {
  product: ImportableProduct;
  outcome: ImportOutcome | undefined;
  isSelected: boolean;
  onToggle: (isOn: boolean) => void;
};

function ProductRow({ product, outcome, isSelected, onToggle }: RowProps) {
  const { name, priceText } = product;
  const id = useId();
  const remarks = outcome && 'remarks' in outcome ? outcome.remarks : product.remarks;
  return (
    <li className="product-row">
      <input
        type="checkbox"
        id={id}
        checked={isSelected}
        aria-describedby={remarks.length > 0 ? `${id}-remarks` : undefined}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <div className="product-row__text">
        <label htmlFor={id}>{name}</label>
        <ImportWarnings remarks={remarks} id={`${id}-remarks`} />
      </div>
      <span className="product-row__price num">{priceText}</span>
      <ImportState product={product} outcome={outcome} />
    </li>
  );
}

type Props = { source: ImportSource; products: readonly ImportableProduct[]; emptyText: string };

/** Selects products to import. Products imported before are not preselected. */
export function ProductList({ source, products, emptyText }: Props) {
  const { selectedKeys, outcomes, busy, importedCount, setSelected, run } = useProductImport(source, products);
  const selectAllId = useId();
  if (products.length === 0)
    return (
      <EmptyState Icon={PackageOpen} title={messages.emptyTitle}>
        {emptyText}
      </EmptyState>
    );
  const keys = products.map(({ key }) => key);
  const selectedCount = selectedKeys.size;
  return (
    <div className="sheet">
      <div className="product-list__header">
        <span className="checkrow">
          <input
            type="checkbox"
            id={selectAllId}
            checked={selectedCount === keys.length}
            ref={(checkbox) => {
              if (checkbox) checkbox.indeterminate = selectedCount > 0 && selectedCount < keys.length;
            }}
            onChange={(event) => setSelected(keys, event.target.checked)}
          />
          <label htmlFor={selectAllId}>{messages.selectAll({ count: products.length })}</label>
        </span>
        <Button
          variant="primary"
          busyLabel={busy && messages.busy({ done: importedCount, total: importedCount + selectedCount })}
          aria-disabled={selectedCount === 0 || undefined}
          onClick={run}
        >
          {selectedCount === 0 ? messages.selectFirst : messages.submit({ count: selectedCount })}
        </Button>
      </div>
      <ul aria-label={messages.label}>
        {products.map((product) => (
          <ProductRow
            key={product.key}
            product={product}
            outcome={outcomes.get(product.key)}
            isSelected={selectedKeys.has(product.key)}
            onToggle={(isOn) => setSelected([product.key], isOn)}
          />
        ))}
      </ul>
    </div>
  );
}
