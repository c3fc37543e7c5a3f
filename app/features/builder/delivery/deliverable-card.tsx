import { Download, Ellipsis, History, KeyRound, Settings2, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { DropdownMenu, type MenuItem } from '#app/components/dropdown-menu.tsx';
import { useFileInput } from '#app/components/file-button.tsx';
import { formatBytes } from '#app/components/utils/format-bytes.ts';
import { DELIVERABLE_ICONS } from '#app/lib/deliverable-kinds.ts';
import { RemoveUnusedKeysDialog } from '#app/lib/remove-unused-keys-dialog.tsx';
import { useFileDownload } from '#app/lib/use-file-download.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import { deliverableKindNames } from '#content/messages/deliverables.ts';
import type { Deliverable, DeliveredItem } from '#domain/deliverable.ts';
import { shortenText } from '#domain/text.ts';

import { FieldHelp, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { DragHandle, RowButtons, type SortableRow } from '../fields/sortable-list.tsx';
import { useBuilder } from '../state/builder-context.ts';
import type { DeliveryDialog } from './delivery-tab.tsx';
import { IncludedWith } from './included-with.tsx';
import { getKeyExample } from './key-example.ts';

const messages = builderDeliveryMessages.row;
const MAX_EXCERPT_LENGTH = 80;

/** What a deliverable contains, in a few words. */
function describeContent({ settings, file, unusedKeys }: Deliverable): string[] {
  switch (settings.kind) {
    case 'file':
      if (!file) return [messages.noFile];
      return [file.fileName, formatBytes(file.bytes), ...(file.scan === 'clean' ? [] : [messages.scans[file.scan]])];
    case 'keys':
      return settings.source === 'list'
        ? [messages.keysLeft({ count: unusedKeys ?? 0 })]
        : [messages.generatedKeys({ example: getKeyExample(settings.prefix) })];
    case 'link':
      return [settings.url || messages.noUrl];
    case 'text':
      return [shortenText(settings.text.replace(/\s+/g, ' '), MAX_EXCERPT_LENGTH) || messages.noText];
  }
}

function describeValidity({ settings: { validity, validDays } }: Deliverable): string[] {
  if (validity === 'forever') return [];
  return [validity === 'subscription' ? messages.whileSubscribed : messages.forDays({ count: validDays })];
}

type ActionsProps = { deliverable: Deliverable; onDialog: (dialog: DeliveryDialog) => void };

/** The actions that only a deliverable with a file or a list of keys has. */
function useContentActions({ deliverable, onDialog }: ActionsProps) {
  const { uploads } = useBuilder().delivery;
  const { id, name, file, settings, unusedKeys } = deliverable;
  const { run: download } = useFileDownload();
  const [isRemovingKeys, setIsRemovingKeys] = useState(false);
  const [fileInput, selectFile] = useFileInput({
    label: messages.fileInput({ name }),
    onSelect: (selected) => uploads.add(selected, id),
  });
  const fileItems: MenuItem[] = [
    { label: messages.replace, Icon: Upload, onSelect: selectFile },
    { label: messages.download, Icon: Download, onSelect: () => void download({ deliverableId: id }) },
    { label: messages.versions, Icon: History, onSelect: () => onDialog({ kind: 'versions', deliverable }) },
  ];
  const keyItems: MenuItem[] = [
    { label: messages.removeKeys, Icon: Trash2, destructive: true, onSelect: () => setIsRemovingKeys(true) },
  ];
  const isList = settings.kind === 'keys' && settings.source === 'list';
  return {
    menuItems: file ? fileItems : isList && unusedKeys ? keyItems : [],
    buttons: (
      <>
        {settings.kind === 'file' && !file && (
          <Button size="sm" Icon={Upload} aria-label={messages.uploadLabel({ name })} onClick={selectFile}>
            {messages.upload}
          </Button>
        )}
        {isList && (
          <Button
            size="sm"
            Icon={KeyRound}
            aria-label={messages.addKeysLabel({ name })}
            onClick={() => onDialog({ kind: 'keys', deliverable })}
          >
            {messages.addKeys}
          </Button>
        )}
        {fileInput}
        {isRemovingKeys && (
          <RemoveUnusedKeysDialog deliverable={deliverable} onClose={() => setIsRemovingKeys(false)} />
        )}
      </>
    ),
  };
}

type ContentProps = ActionsProps & { row: SortableRow };

function CardContent({ deliverable, row, onDialog }: ContentProps) {
  const { id, error } = useFieldState(row.field);
  const { name, kind } = deliverable;
  const { menuItems, buttons } = useContentActions({ deliverable, onDialog });
  const Icon = DELIVERABLE_ICONS[kind];
  return (
    <>
      <div className="price-option-card__header">
        <DragHandle row={row} />
        <Icon className="i" aria-hidden="true" />
        <span className="small muted deliverable-card__kind">{deliverableKindNames[kind]}</span>
        <RowButtons row={row} itemName={name}>
          {menuItems.length > 0 && <DropdownMenu label={messages.menu({ name })} Icon={Ellipsis} items={menuItems} />}
        </RowButtons>
      </div>
      <div>
        <p className="text-strong break-anywhere" dir="auto">
          {name}
        </p>
        <p className="small muted break-anywhere num" dir="auto">
          {[...describeContent(deliverable), ...describeValidity(deliverable)].join(' · ')}
        </p>
      </div>
      <div className="button-row">
        {buttons}
        <Button
          id={id}
          size="sm"
          Icon={Settings2}
          aria-label={messages.settingsLabel({ name })}
          aria-describedby={error ? `${id}-more` : undefined}
          onClick={() => onDialog({ kind: 'settings', deliverable })}
        >
          {messages.settings}
        </Button>
      </div>
    </>
  );
}

/** A deliverable that no longer exists, for example because an earlier version of the page was restored. */
const DeletedContent = ({ row }: { row: SortableRow }) => (
  <div className="price-option-card__header" id={getFieldId(row.field)} tabIndex={-1}>
    <DragHandle row={row} />
    <b className="small text-strong">{builderDeliveryMessages.delivered.deleted}</b>
    <RowButtons row={row} itemName={builderDeliveryMessages.delivered.deleted} />
  </div>
);

type DeliverableCardProps = {
  row: SortableRow;
  item: DeliveredItem;
  /** Null if it was deleted. */
  deliverable: Deliverable | null;
  onChange: (item: { id: string; offeredWith: string[] | null }) => void;
  onDialog: (dialog: DeliveryDialog) => void;
};

/** Something that the page delivers, with the prices and extras that it comes with. */
export function DeliverableCard({ row, item, deliverable, onChange, onDialog }: DeliverableCardProps) {
  const { error } = useFieldState(row.field);
  return (
    <div
      className="price-option-card deliverable-card"
      role="group"
      aria-label={deliverable?.name ?? builderDeliveryMessages.delivered.deleted}
      data-invalid={error !== null}
    >
      {deliverable ? <CardContent {...{ deliverable, row, onDialog }} /> : <DeletedContent row={row} />}
      <IncludedWith
        field={row.field}
        offeredWith={item.offeredWith}
        onChange={(offeredWith) => onChange({ id: item.id, offeredWith })}
      />
      <FieldHelp field={row.field} />
    </div>
  );
}
