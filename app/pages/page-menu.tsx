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

import { Menu, type MenuEntry } from '#app/ui/menu.tsx';
import { useCopy } from '#app/ui/use-copy.ts';
import type { PageSummary } from '#domain/calls.ts';

import { ARCHIVE, BRING_BACK, DUPLICATE, EXPORT, type PageAct } from './page-acts.ts';
import { addressOf, isOnSale, nameOf } from './page-look.ts';

export type Asked = 'rename' | 'unpublish' | 'delete';
export type RowActs = {
  onAct: (page: PageSummary, act: PageAct) => void;
  onAsk: (page: PageSummary, asked: Asked) => void;
};

/** Menu with all actions on a page. */
export function PageMenu({ page, onAct, onAsk }: { page: PageSummary } & RowActs) {
  const { copy } = useCopy(addressOf(page) ?? '');
  const act = (label: string, Icon: MenuEntry['Icon'], chosen: PageAct): MenuEntry => ({
    label,
    Icon,
    onChoose: () => onAct(page, chosen),
  });
  const ask = (label: string, Icon: MenuEntry['Icon'], asked: Asked): MenuEntry => ({
    label,
    Icon,
    grave: asked === 'delete',
    onChoose: () => onAsk(page, asked),
  });
  const url = addressOf(page);
  const address: MenuEntry[] = url
    ? [
        { label: 'Open address', Icon: ExternalLink, href: url },
        { label: 'Copy address', Icon: Copy, onChoose: copy },
      ]
    : [];
  const entries: MenuEntry[] = [
    ...address,
    act('Duplicate', CopyPlus, DUPLICATE),
    ask('Rename', PencilLine, 'rename'),
    ...(isOnSale(page) ? [ask('Unpublish', CircleOff, 'unpublish')] : []),
    page.archived ? act('Bring back', ArchiveRestore, BRING_BACK) : act('Archive', Archive, ARCHIVE),
    act('Export file', Download, EXPORT),
    ask('Delete', Trash2, 'delete'),
  ];
  return <Menu label={`More for ${nameOf(page)}`} Icon={Ellipsis} entries={entries} />;
}
