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

import { useCopy } from '#app/components/copy-button.tsx';
import { DropdownMenu, type MenuItem } from '#app/components/dropdown-menu.tsx';
import type { PageSummary } from '#domain/rpc-contract.ts';

import { ARCHIVE, UNARCHIVE, DUPLICATE, EXPORT, type PageAction } from './page-actions.ts';
import { getPublicUrl, isOnSale, getPageName } from './page-display.ts';

export type PageDialogName = 'rename' | 'unpublish' | 'delete';
export type PageRowActions = {
  onAction: (page: PageSummary, action: PageAction) => void;
  onOpenDialog: (page: PageSummary, dialog: PageDialogName) => void;
};

/** Menu with all actions on a page. */
export function PageMenu({ page, onAction, onOpenDialog }: { page: PageSummary } & PageRowActions) {
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
