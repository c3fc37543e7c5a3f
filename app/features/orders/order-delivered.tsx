import { Send } from 'lucide-react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { DELIVERABLE_ICONS } from '#app/lib/deliverable-kinds.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { deliverableKindNames } from '#content/messages/deliverables.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { orderDeliveryMessages } from '#content/messages/order-delivery.ts';
import { canRestoreAccess, canRevokeAccess, type OrderEntitlement } from '#domain/entitlement.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

import { getEntitlementBadge } from './describe-entitlement.ts';
import { EntitlementLicenses } from './entitlement-licenses.tsx';
import { useOrderUpdate } from './use-order-update.ts';

const messages = orderDeliveryMessages;

function SendAgainButton({ order }: { order: OrderDetail }) {
  const texts = messages.sendAgain;
  const { busy, run } = useRpcMutation('send-delivery-email', {
    ...useOrderUpdate(),
    success: { title: texts.done, message: texts.doneText({ email: order.email ?? '' }) },
    failureTitle: texts.failed,
  });
  return (
    <Button size="sm" Icon={Send} busyLabel={busy && texts.busy} onClick={() => void run({ orderId: order.id })}>
      {texts.button}
    </Button>
  );
}

type EntitlementProps = { entitlement: OrderEntitlement };

function RevokeAccessDialog({ entitlement, onClose }: EntitlementProps & { onClose: () => void }) {
  const texts = messages.revoke;
  const { busy, run } = useRpcMutation('revoke-entitlement', {
    ...useOrderUpdate(),
    success: { title: texts.done, message: entitlement.name },
    failureTitle: texts.failed,
  });
  return (
    <AlertDialog
      title={<RichText text={texts.title} tags={{ name: () => <bdi>{entitlement.name}</bdi> }} />}
      description={`${texts.text[entitlement.kind]} ${texts.noRefund}`}
      cancelLabel={texts.cancel}
      confirmLabel={texts.confirm}
      busyLabel={busy && texts.busy}
      onConfirm={() => void run({ entitlementId: entitlement.id }).then(onClose)}
      onClose={onClose}
    />
  );
}

function RestoreAccessButton({ entitlement }: EntitlementProps) {
  const texts = messages.restore;
  const { busy, run } = useRpcMutation('restore-entitlement', {
    ...useOrderUpdate(),
    success: { title: texts.done, message: entitlement.name },
    failureTitle: texts.failed,
  });
  return (
    <Button size="sm" busyLabel={busy && texts.busy} onClick={() => void run({ entitlementId: entitlement.id })}>
      {texts.button}
      <span className="vh">{messages.nameSuffix(entitlement)}</span>
    </Button>
  );
}

function Downloads({ downloads: { count, firstAt, lastAt } }: Pick<OrderEntitlement, 'downloads'>) {
  if (!firstAt || !lastAt) return messages.downloads.none;
  const text = count === 1 ? messages.downloads.one : messages.downloads.several({ count: formatCount(count) });
  return (
    <RichText text={text} tags={{ first: () => <UtcTime iso={firstAt} />, last: () => <UtcTime iso={lastAt} /> }} />
  );
}

/** What a buyer has access to, whether they have fetched it, and the seller's actions. */
function Entitlement({ entitlement, item }: EntitlementProps & { item: string | null }) {
  const { name, kind, state, endsAt, downloads, licenses, decision } = entitlement;
  const Icon = DELIVERABLE_ICONS[kind];
  return (
    <li className="entitlement">
      <Icon className="i entitlement__icon" aria-hidden="true" />
      <div className="entitlement__details">
        <div className="entitlement__title">
          <span className="h3" dir="auto">
            <span className="vh">{deliverableKindNames[kind]}: </span>
            {name}
          </span>
          <Badge {...getEntitlementBadge(entitlement)} />
        </div>
        {item && (
          <p className="faint" dir="auto">
            {messages.withItem({ item })}
          </p>
        )}
        {kind === 'file' && state !== 'waiting' && (
          <p className="faint">
            <Downloads downloads={downloads} />
          </p>
        )}
        {endsAt && state !== 'ended' && (
          <p className="faint">
            <RichText text={messages.accessUntil} tags={{ date: () => <UtcTime iso={endsAt} /> }} />
          </p>
        )}
        {decision && messages.decisions[decision] && <p className="faint">{messages.decisions[decision]}</p>}
        <EntitlementLicenses licenses={licenses} canReplace={state === 'active'} />
        {canRevokeAccess(entitlement) && (
          <DialogButton
            size="sm"
            renderDialog={(onClose) => <RevokeAccessDialog entitlement={entitlement} onClose={onClose} />}
          >
            {messages.revoke.button}
            <span className="vh">{messages.nameSuffix(entitlement)}</span>
          </DialogButton>
        )}
        {canRestoreAccess(entitlement) && <RestoreAccessButton entitlement={entitlement} />}
      </div>
    </li>
  );
}

/** What the order delivers. Hidden for orders that deliver nothing. */
export function OrderDelivered({ order }: { order: OrderDetail }) {
  const { entitlements, lines, email } = order;
  if (entitlements.length === 0) return null;
  const canSend = email !== null && entitlements.some(({ state }) => state === 'active');
  const getPosition = ({ lineKey }: OrderEntitlement) => lines.findIndex(({ key }) => key === lineKey);
  const findItem = (lineKey: string) => lines.length > 1 && lines.find(({ key }) => key === lineKey);
  return (
    <section className="sheet pad" aria-labelledby="order-delivered">
      <div className="order-section__header">
        <h2 className="h2" id="order-delivered">
          {messages.title}
        </h2>
        {canSend && <SendAgainButton order={order} />}
      </div>
      <ul className="entitlements small">
        {entitlements
          .toSorted((a, b) => getPosition(a) - getPosition(b))
          .map((entitlement) => {
            const line = findItem(entitlement.lineKey);
            return (
              <Entitlement key={entitlement.id} entitlement={entitlement} item={line ? getItemName(line) : null} />
            );
          })}
      </ul>
    </section>
  );
}
