import {
  Archive,
  ArchiveRestore,
  CircleOff,
  CopyPlus,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  PencilLine,
  Trash2,
} from 'lucide-react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { CopyUrlButton, useCopy } from '#app/components/copy-button.tsx';
import { DropdownMenu, type MenuItem } from '#app/components/dropdown-menu.tsx';
import { formatUtc } from '#app/components/utc-time.tsx';
import { formatMoney } from '#domain/money.ts';
import { getPageName } from '#domain/page-name.ts';
import type { PageSummary, Revenue } from '#domain/rpc-contract.ts';

import { ARCHIVE, UNARCHIVE, DUPLICATE, EXPORT, type PageAction } from './page-actions.ts';
import { getPublicUrl, getPageBadge, isOnSale } from './page-display.ts';
import { PageThumbnail } from './page-thumbnail.tsx';

export type PageDialogName = 'rename' | 'unpublish' | 'delete';
export type PageRowActions = {
  onAction: (page: PageSummary, action: PageAction) => void;
  onOpenDialog: (page: PageSummary, dialog: PageDialogName) => void;
};

function PageMenu({ page, onAction, onOpenDialog }: { page: PageSummary } & PageRowActions) {
  const { copy } = useCopy(getPublicUrl(page) ?? '');
  const createActionItem = (label: string, Icon: MenuItem['Icon'], pageAction: PageAction): MenuItem => ({
    label,
    Icon,
    onSelect: () => onAction(page, pageAction),
  });
  const createDialogItem = (label: string, Icon: MenuItem['Icon'], dialog: PageDialogName): MenuItem => ({
    label,
    Icon,
    destructive: dialog === 'delete',
    onSelect: () => onOpenDialog(page, dialog),
  });
  const url = getPublicUrl(page);
  const urlItems: MenuItem[] = url
    ? [
        { label: 'Open address', Icon: ExternalLink, href: url },
        { label: 'Copy address', Icon: Copy, onSelect: copy },
      ]
    : [];
  const menuItems: MenuItem[] = [
    ...urlItems,
    createActionItem('Duplicate', CopyPlus, DUPLICATE),
    createDialogItem('Rename', PencilLine, 'rename'),
    ...(isOnSale(page) ? [createDialogItem('Unpublish', CircleOff, 'unpublish')] : []),
    page.archived
      ? createActionItem('Bring back', ArchiveRestore, UNARCHIVE)
      : createActionItem('Archive', Archive, ARCHIVE),
    createActionItem('Export file', Download, EXPORT),
    createDialogItem('Delete', Trash2, 'delete'),
  ];
  return <DropdownMenu label={`More for ${getPageName(page)}`} Icon={Ellipsis} items={menuItems} />;
}

/** Shows a dash and reads a word to screen readers. */
function EmptyValue({ label }: { label: string }) {
  return (
    <span className="faint">
      <span aria-hidden="true">–</span>
      <span className="vh">{label}</span>
    </span>
  );
}

/** Column name for screen readers: the visible header is not connected to the cells. */
const ColumnLabel = ({ name }: { name: string }) => <span className="vh">{name} </span>;

/** One line per currency. */
function RevenueLines({ revenues }: { revenues: readonly Revenue[] }) {
  if (revenues.length === 0) return <EmptyValue label="No revenue yet" />;
  return revenues.map(({ currency, amount }) => (
    <span key={currency} className={amount < 0 ? 'neg' : undefined}>
      {formatMoney(amount, currency)}
    </span>
  ));
}

function ChangedDate({ iso }: { iso: string }) {
  const [day, time] = formatUtc(iso).split(', ');
  return (
    <time dateTime={iso} className="num">
      <span>
        {day}
        <span className="page-row__comma">,</span>
      </span>{' '}
      <span className="faint">{time} UTC</span>
    </time>
  );
}

/** URL of the page, or a note that it has none yet. */
function PageUrlCell({ page }: { page: PageSummary }) {
  const publicUrl = getPublicUrl(page);
  if (publicUrl) return <CopyUrlButton url={publicUrl} />;
  return <p className="small faint">No address yet</p>;
}

type Props = { page: PageSummary; isBusy: boolean; isHighlighted: boolean } & PageRowActions;

/** Row of a page; the link covers the whole row except the buttons. */
export function PageRow({ page, isBusy, isHighlighted, onAction, onOpenDialog }: Props) {
  const { count, takings: revenues } = page.sales;
  return (
    <li className="page-row" aria-busy={isBusy || undefined} data-fresh={isHighlighted || undefined}>
      <PageThumbnail {...page.thumbnail} />
      <div className="page-row__name">
        <h2 className="h3" dir="auto">
          <Link to={`/builder?page=${page.id}`}>{getPageName(page)}</Link>
        </h2>
        <PageUrlCell page={page} />
      </div>
      <div className="page-row__details">
        <div className="page-row__state">
          <ColumnLabel name="State" />
          <Badge {...getPageBadge(page)} />
          {page.state === 'changed' && <span className="small faint">Edits not public</span>}
        </div>
        <p className="page-row__price num">
          <ColumnLabel name="Price" />
          {page.priceText || <EmptyValue label="No price yet" />}
        </p>
        <p className="page-row__sales num">
          {count > 0 ? count : <EmptyValue label="No sales" />}
          {count > 0 && <span className="page-row__sales-label"> {count === 1 ? 'sale' : 'sales'}</span>}
        </p>
        <p className="page-row__revenue num">
          <ColumnLabel name="Revenue" />
          <RevenueLines revenues={revenues} />
        </p>
        <p className="page-row__updated small">
          <span className="page-row__updated-label">Changed </span>
          <ChangedDate iso={page.updatedAt} />
        </p>
      </div>
      <div className="page-row__actions">
        <PageMenu page={page} onAction={onAction} onOpenDialog={onOpenDialog} />
      </div>
    </li>
  );
}
