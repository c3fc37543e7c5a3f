import { ExternalLink, KeyRound, Link2, TextQuote } from 'lucide-react';
import { useState } from 'react';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { getErrorMessage } from '#app/lib/error-message.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import { MAX_DELIVERABLES, type Deliverable, type DeliverableKind } from '#domain/deliverable.ts';

import { ConfigChoice, EntryCount, FieldHelp, FieldLink, focusControl, Group } from '../fields/builder-field.tsx';
import { ConfigTextField } from '../fields/builder-text-field.tsx';
import { SortableList } from '../fields/sortable-list.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { useBuilder, useConfigValue } from '../state/builder-context.ts';
import { FormParts } from '../state/builder-provider.tsx';
import { DeliverableCard } from './deliverable-card.tsx';
import { FileDropZone } from './file-drop-zone.tsx';
import { UnusedDeliverables } from './unused-deliverables.tsx';
import { UploadList } from './upload-list.tsx';

const messages = builderDeliveryMessages;

const DeliverableDialog = loadOnDemand(async () => (await import('./deliverable-dialog.tsx')).DeliverableDialog);
const ImportKeysDialog = loadOnDemand(async () => (await import('#app/lib/import-keys-dialog.tsx')).ImportKeysDialog);
const VersionsDialog = loadOnDemand(async () => (await import('./versions-dialog.tsx')).VersionsDialog);

const AFTER_PAYMENT = [
  { value: 'message', label: messages.afterPayment.message },
  { value: 'redirect', label: messages.afterPayment.redirect },
] as const;

function AfterPaymentGroup() {
  const { afterPayment } = useBuilder().config.delivery;
  const texts = messages.afterPayment;
  return (
    <Group title={texts.title}>
      <ConfigChoice field="delivery.afterPayment" label={texts.label} options={AFTER_PAYMENT} />
      {afterPayment === 'message' ? (
        <p className="hint">
          <RichText
            text={texts.messageHint}
            tags={{ link: (text) => <FieldLink field="successMessage">{text}</FieldLink> }}
          />
        </p>
      ) : (
        <>
          <p className="hint">{texts.redirectHint}</p>
          <ConfigTextField
            field="delivery.redirectUrl"
            label={texts.redirectUrl}
            hint={texts.redirectUrlHint}
            type="url"
            inputMode="url"
            placeholder="https://"
            spellCheck={false}
            autoCapitalize="none"
            dir="ltr"
          />
          <ConfigSwitch path="delivery.signRedirect" label={texts.signRedirect} hint={texts.signRedirectHint} />
        </>
      )}
    </Group>
  );
}

/** The open dialog. A new deliverable has no id yet. */
export type DeliveryDialog =
  | { kind: 'new'; deliverableKind: Exclude<DeliverableKind, 'file'> }
  | { kind: 'settings' | 'keys' | 'versions'; deliverable: Deliverable };

type DialogProps = { dialog: DeliveryDialog; onChange: (dialog: DeliveryDialog | null) => void };

function OpenDialog({ dialog, onChange }: DialogProps) {
  const { storeDeliverable } = useBuilder().delivery;
  const close = () => onChange(null);
  if (dialog.kind === 'keys')
    return <ImportKeysDialog lists={[dialog.deliverable]} selectedId={dialog.deliverable.id} onClose={close} />;
  if (dialog.kind === 'versions') return <VersionsDialog deliverable={dialog.deliverable} onClose={close} />;
  const isNew = dialog.kind === 'new';
  const handleDone = (deliverable: Deliverable) => {
    storeDeliverable(deliverable, isNew);
    const { settings } = deliverable;
    const needsKeys = isNew && settings.kind === 'keys' && settings.source === 'list';
    onChange(needsKeys ? { kind: 'keys', deliverable } : null);
  };
  return (
    <DeliverableDialog
      kind={isNew ? dialog.deliverableKind : dialog.deliverable.kind}
      deliverable={isNew ? null : dialog.deliverable}
      onDone={handleDone}
      onClose={close}
    />
  );
}

const ADD_BUTTONS = [
  { kind: 'keys', label: messages.add.keys, Icon: KeyRound },
  { kind: 'link', label: messages.add.link, Icon: Link2 },
  { kind: 'text', label: messages.add.text, Icon: TextQuote },
] as const;

/** Opens the page that buyers see after they have paid, with what the draft delivers. */
const TryAsBuyer = ({ pageId }: { pageId: string }) => (
  <a className={buttonVariants('plain', 'sm')} href={`/g/sample/${pageId}`} target="_blank" rel="noreferrer">
    <ExternalLink className="i" aria-hidden="true" />
    {messages.delivered.tryAsBuyer}
  </a>
);

/** A card is about as tall as this many rows of a skeleton, so that what is below it moves little. */
const CARD_SKELETON_ROWS = 3;

function DeliveredGroup({ onDialog }: { onDialog: (dialog: DeliveryDialog) => void }) {
  const { delivery, pageId } = useBuilder();
  const [items, setItems] = useConfigValue('delivery.items');
  const { deliverables, loadError, reload } = delivery;
  const isFull = items.length >= MAX_DELIVERABLES;
  return (
    <Group title={messages.delivered.title} aside={<EntryCount count={items.length} max={MAX_DELIVERABLES} />}>
      <p className="hint">{messages.delivered.hint}</p>
      {loadError && (
        <ErrorState title={messages.delivered.loadError} description={getErrorMessage(loadError)} onRetry={reload} />
      )}
      {!deliverables && !loadError && items.length > 0 && <Skeleton rows={CARD_SKELETON_ROWS * items.length} />}
      {deliverables && (
        <SortableList field="delivery" items={items} getKey={({ id }) => id} onChange={setItems}>
          {(item, row, changeItem) => (
            <DeliverableCard
              {...{ row, item, onDialog }}
              deliverable={deliverables.find(({ id }) => id === item.id) ?? null}
              onChange={changeItem}
            />
          )}
        </SortableList>
      )}
      <UploadList />
      {!isFull && <FileDropZone />}
      {!isFull && (
        <div className="button-row" role="group" aria-label={messages.add.label}>
          {ADD_BUTTONS.map(({ kind, label, Icon }) => (
            <Button key={kind} Icon={Icon} size="sm" onClick={() => onDialog({ kind: 'new', deliverableKind: kind })}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <FieldHelp field="delivery" />
      {pageId && items.length > 0 && (
        <div className="button-row">
          <TryAsBuyer pageId={pageId} />
        </div>
      )}
    </Group>
  );
}

export function DeliveryTab() {
  const [dialog, setDialog] = useState<DeliveryDialog | null>(null);
  return (
    <FormParts>
      <AfterPaymentGroup />
      <DeliveredGroup onDialog={setDialog} />
      <UnusedDeliverables onAdded={() => focusControl('delivery')} />
      {dialog && <OpenDialog dialog={dialog} onChange={setDialog} />}
    </FormParts>
  );
}
