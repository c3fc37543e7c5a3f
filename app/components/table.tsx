import { Fragment, type ReactNode } from 'react';

export type TableColumn<Row> = {
  header: ReactNode;
  /** The header is read by screen readers only. */
  isHeaderHidden?: boolean;
  align?: 'right';
  /** Class of the cells, or a function of the row. */
  className?: string | ((row: Row) => string);
  headerClassName?: string;
  /** The cell names its row: `<th scope="row">`. */
  isRowHeader?: boolean;
  render: (row: Row) => ReactNode;
};

type Props<Row> = {
  /** Accessible name of the table. */
  caption: ReactNode;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => string;
  className?: string;
  /** Newer rows are loading, and these are outdated. */
  isStale?: boolean;
  isSelected?: (row: Row) => boolean;
  /** Content of a full-width row below the row; null for none. */
  renderDetails?: (row: Row) => ReactNode;
};

const joinClasses = (...classes: (string | false | undefined)[]): string | undefined =>
  classes.filter(Boolean).join(' ') || undefined;

/** A table. The styles of `className` rearrange its cells on phones. */
export function Table<Row>(props: Props<Row>) {
  const { caption, columns, rows, getKey, className, isStale, isSelected, renderDetails } = props;
  return (
    <table className={joinClasses('table', className)} aria-busy={isStale || undefined}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header, isHeaderHidden, align, headerClassName }, index) => (
            <th key={index} scope="col" className={joinClasses(align === 'right' && 'r', headerClassName)}>
              {isHeaderHidden ? <span className="vh">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={getKey(row)}>
            <tr data-picked={isSelected?.(row) || undefined}>
              {columns.map((column, index) => (
                <Cell key={index} column={column} row={row} />
              ))}
            </tr>
            <DetailsRow columnCount={columns.length}>{renderDetails?.(row)}</DetailsRow>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

const DetailsRow = ({ columnCount, children }: { columnCount: number; children: ReactNode }) =>
  children && (
    <tr className="table__details">
      <td colSpan={columnCount}>{children}</td>
    </tr>
  );

function Cell<Row>({ column: { align, className, isRowHeader, render }, row }: { column: TableColumn<Row>; row: Row }) {
  const cellClass = typeof className === 'function' ? className(row) : className;
  const classes = joinClasses(cellClass, align === 'right' && 'r');
  if (isRowHeader)
    return (
      <th scope="row" className={classes}>
        {render(row)}
      </th>
    );
  return <td className={classes}>{render(row)}</td>;
}
