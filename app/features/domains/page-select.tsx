import type { FieldProps } from '#app/components/field.tsx';

import type { PageOption } from './page-options.ts';

type Props = {
  fieldProps: FieldProps;
  value: string;
  pageOptions: readonly PageOption[];
  /** Current page, which can be missing from the options. */
  currentPage?: { id: string; name: string } | null;
  disabled?: boolean;
  onChange: (pageId: string) => void;
};

/** Select with the seller's pages and an empty option. */
export function PageSelect({ fieldProps, value, pageOptions, currentPage = null, disabled = false, onChange }: Props) {
  const isListed = currentPage === null || pageOptions.some(({ id }) => id === currentPage.id);
  return (
    <select
      {...fieldProps}
      className="in"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">No page yet</option>
      {!isListed && currentPage && <option value={currentPage.id}>{currentPage.name || 'Untitled page'}</option>}
      {pageOptions.map((pageOption) => (
        <option key={pageOption.id} value={pageOption.id} disabled={pageOption.disabled}>
          {pageOption.label}
        </option>
      ))}
    </select>
  );
}
