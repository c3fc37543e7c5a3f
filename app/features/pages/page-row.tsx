import {
  Archive,
  ArchiveRestore,
  CircleOff,
  CopyPlus,
  Copy,
  CreditCard,
  Download,
  Ellipsis,
  ExternalLink,
  Pencil,
  PencilLine,
  ReceiptText,
  Trash2,
} from 'lucide-react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { CopyUrlButton, useCopy } from '#app/components/copy-button.tsx';
import { DropdownMenu, type MenuItem } from '#app/components/dropdown-menu.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { formatDay, formatTime } from '#app/components/utils/reader-formats.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { useScreenData } from '#app/lib/screen-data.ts';
import { pageMessages } from '#content/messages/pages.ts';
import { sandboxMessages } from '#content/messages/sandbox.ts';
import { getPageName } from '#domain/page-name.ts';
import type { PageSummary, Revenue } from '#domain/rpc-contract.ts';

import { ARCHIVE, UNARCHIVE, DUPLICATE, EXPORT, type PageAction } from './page-actions.ts';
import { getPublicUrl, getPageBadge, isOnSale } from './page-display.ts';
import { PageThumbnail } from './page-thumbnail.tsx';

const messages = pageMessages.row;

export type PageDialogName = 'rename' | 'unpublish' | 'delete';
export type PageRowActions = {
  onAction: (page: PageSummary, action: PageAction) => void;
  onOpenDialog: (page: PageSummary, dialog: PageDialogName) => void;
};

function PageMenu({ page, onAction, onOpenDialog }: { page: PageSummary } & PageRowActions) {
  const { copy } = useCopy(getPublicUrl(page) ?? '');
  const { sandbox } = useScreenData();
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
        { label: messages.openPage, Icon: ExternalLink, href: url },
        { label: messages.copyUrl, Icon: Copy, onSelect: copy },
      ]
    : [];
  const menuItems: MenuItem[] = [
    { label: messages.edit, Icon: Pencil, to: `/builder?page=${page.id}` },
    ...urlItems,
    ...(sandbox && page.url && isOnSale(page)
      ? [{ label: sandboxMessages.tryPayment.label, Icon: CreditCard, href: page.url }]
      : []),
    ...(page.state === 'draft'
      ? []
      : [{ label: messages.orders, Icon: ReceiptText, to: `/orders?product=${page.id}` }]),
    createActionItem(messages.duplicate, CopyPlus, DUPLICATE),
    createDialogItem(messages.rename, PencilLine, 'rename'),
    ...(isOnSale(page) ? [createDialogItem(messages.unpublish, CircleOff, 'unpublish')] : []),
    page.archived
      ? createActionItem(messages.restore, ArchiveRestore, UNARCHIVE)
      : createActionItem(messages.archive, Archive, ARCHIVE),
    createActionItem(messages.export, Download, EXPORT),
    createDialogItem(messages.delete, Trash2, 'delete'),
  ];
  return <DropdownMenu label={messages.menu({ page: getPageName(page) })} Icon={Ellipsis} items={menuItems} />;
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

/** One line per currency. */
function RevenueLines({ revenues }: { revenues: readonly Revenue[] }) {
  if (revenues.length === 0) return <EmptyValue label={messages.noRevenue} />;
  return revenues.map(({ currency, amount }) => (
    <span key={currency} className={amount < 0 ? 'neg' : undefined}>
      {formatMoney(amount, currency)}
    </span>
  ));
}

function ChangedDate({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="num">
      <span>
        {formatDay(iso)}
        <span className="page-row__comma">,</span>
      </span>{' '}
      <span className="faint">{messages.time({ time: formatTime(iso) })}</span>
    </time>
  );
}

/** URL of the page, or a note that it has none yet. */
function PageUrlCell({ page }: { page: PageSummary }) {
  const publicUrl = getPublicUrl(page);
  if (publicUrl) return <CopyUrlButton url={publicUrl} />;
  return <p className="small faint">{messages.noUrl}</p>;
}

type Props = { page: PageSummary; isBusy: boolean; isHighlighted: boolean } & PageRowActions;

/** Row of a page; the link covers the whole row except the buttons. */
export function PageRow({ page, isBusy, isHighlighted, onAction, onOpenDialog }: Props) {
  const { count, takings: revenues } = page.sales;
  return (
    <div role="row" className="page-row" aria-busy={isBusy || undefined} data-fresh={isHighlighted || undefined}>
      <div role="cell" className="page-row__thumbnail">
        <PageThumbnail {...page.thumbnail} />
      </div>
      <div role="rowheader" className="page-row__name">
        <h2 className="h3" dir="auto">
          <Link to={`/builder?page=${page.id}`} prefetch="intent">
            {getPageName(page)}
          </Link>
        </h2>
        <PageUrlCell page={page} />
      </div>
      <div className="page-row__details">
        <div role="cell" className="page-row__state">
          <Badge {...getPageBadge(page)} />
          {page.state === 'changed' && <span className="small faint">{messages.unpublishedChanges}</span>}
        </div>
        <div role="cell" className="page-row__price num">
          {page.priceText || <EmptyValue label={messages.noPrice} />}
        </div>
        <div role="cell" className="page-row__sales num">
          {count > 0 ? (
            <RichText
              text={messages.sales({ count })}
              tags={{ label: (text) => <span className="page-row__sales-label">{text}</span> }}
            />
          ) : (
            <EmptyValue label={messages.noSales} />
          )}
        </div>
        <div role="cell" className="page-row__revenue num">
          <RevenueLines revenues={revenues} />
        </div>
        <div role="cell" className="page-row__updated small">
          <span className="page-row__updated-label">{messages.updated} </span>
          <ChangedDate iso={page.updatedAt} />
        </div>
      </div>
      <div role="cell" className="page-row__actions">
        <PageMenu page={page} onAction={onAction} onOpenDialog={onOpenDialog} />
      </div>
    </div>
  );
}
