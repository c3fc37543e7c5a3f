import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { orderDeliveryMessages } from '#content/messages/order-delivery.ts';
import type { OrderEntitlement } from '#domain/entitlement.ts';

import { useOrderUpdate } from './use-order-update.ts';

const messages = orderDeliveryMessages;

/** License keys beyond this number are shown on request. */
const MAX_SHOWN_KEYS = 5;

type License = OrderEntitlement['licenses'][number];
type LicenseProps = { license: License };

function ReplaceKeyDialog({ license: { id, ending }, onClose }: LicenseProps & { onClose: () => void }) {
  const texts = messages.replace;
  const { busy, run } = useRpcMutation('replace-license-key', {
    ...useOrderUpdate(),
    success: { title: texts.done },
    failureTitle: texts.failed,
  });
  return (
    <AlertDialog
      title={texts.title({ ending })}
      description={texts.text}
      cancelLabel={texts.cancel}
      confirmLabel={texts.confirm}
      busyLabel={busy && texts.busy}
      onConfirm={() => void run({ licenseId: id }).then(onClose)}
      onClose={onClose}
    />
  );
}

/** The ending of a license key; the whole key after step-up authentication. */
function LicenseKey({ license: { id, ending } }: LicenseProps) {
  const { busy, run } = useRpcMutation('show-license-key', {
    failureTitle: messages.showKeyFailed,
    onSuccess: ({ key: shownKey }) => setKey(shownKey),
  });
  const [key, setKey] = useState<string | null>(null);
  if (key !== null)
    return (
      <span className="copy">
        <span>{key}</span>
        <CopyButton text={key} takesFocus />
      </span>
    );
  return (
    <>
      <span className="num">{messages.key({ ending })}</span>{' '}
      <Button size="sm" busyLabel={busy && messages.showingKey} onClick={() => void run({ licenseId: id })}>
        {messages.showKey}
        <span className="vh">{messages.keySuffix({ ending })}</span>
      </Button>
    </>
  );
}

function License({ license, canReplace }: LicenseProps & { canReplace: boolean }) {
  const { activations, maxActivations, ending } = license;
  return (
    <li className="entitlement__license">
      <LicenseKey license={license} />
      {canReplace && (
        <DialogButton size="sm" renderDialog={(onClose) => <ReplaceKeyDialog license={license} onClose={onClose} />}>
          {messages.replace.button}
          <span className="vh">{messages.endingSuffix({ ending })}</span>
        </DialogButton>
      )}
      <span className="faint">{messages.devices({ count: activations, max: maxActivations })}</span>
    </li>
  );
}

type Props = { licenses: readonly License[]; canReplace: boolean };

/** The license keys of one purchase: several, if the buyer bought several units. */
export function EntitlementLicenses({ licenses, canReplace }: Props) {
  if (licenses.length === 0) return null;
  const renderList = (shown: readonly License[]) => (
    <ul className="entitlement__licenses">
      {shown.map((license) => (
        <License key={license.id} license={license} canReplace={canReplace} />
      ))}
    </ul>
  );
  const others = licenses.slice(MAX_SHOWN_KEYS);
  return (
    <>
      {renderList(licenses.slice(0, MAX_SHOWN_KEYS))}
      {others.length > 0 && (
        <details>
          <summary>{messages.moreKeys({ count: others.length })}</summary>
          {renderList(others)}
        </details>
      )}
    </>
  );
}
