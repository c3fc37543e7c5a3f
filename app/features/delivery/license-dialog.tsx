import { Eye, Laptop } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { parseIsoDate } from '#app/components/date-field.tsx';
import { Detail } from '#app/components/detail.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { FormError } from '#app/components/field.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount, formatDay } from '#app/components/utils/reader-formats.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcCache, useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { licenseMessages } from '#content/messages/licenses.ts';
import { ACTIVATION_LIMITS } from '#domain/deliverable.ts';
import type { LicenseActivation, LicenseRow } from '#domain/entitlement.ts';

import { LICENSE_BADGES } from './license-display.ts';

const messages = licenseMessages.detail;

function LicenseFacts({ license }: { license: LicenseRow }) {
  const { deliverableName, state, orderId, orderNumber, buyerEmail, assignedAt, createdAt } = license;
  const { facts } = messages;
  return (
    <dl className="license-dialog__facts small">
      <Detail label={facts.product}>
        <bdi>{deliverableName}</bdi>
      </Detail>
      <Detail label={facts.state}>
        <Badge {...LICENSE_BADGES[state]} />
      </Detail>
      <Detail label={facts.order}>
        {orderId !== null && orderNumber !== null && (
          <Link className="link num" to={`/orders/${orderId}`}>
            {messages.orderLink({ number: orderNumber })}
          </Link>
        )}
      </Detail>
      <Detail label={facts.buyer}>{buyerEmail && <bdi>{buyerEmail}</bdi>}</Detail>
      <Detail label={assignedAt ? facts.sold : facts.added}>
        <UtcTime iso={assignedAt ?? createdAt} />
      </Detail>
    </dl>
  );
}

/** The key, of which only the end is shown until the seller asks for all of it. */
function KeyBox({ license: { id, ending } }: { license: LicenseRow }) {
  const [key, setKey] = useState<string | null>(null);
  const { busy, run } = useRpcMutation('show-license-key', {
    failureTitle: messages.key.failed,
    onSuccess: (shown) => setKey(shown.key),
  });
  return (
    <div className="copy license-dialog__key">
      <span aria-label={messages.key.label} role="group">
        {key ?? messages.key.hidden({ ending })}
      </span>
      {key === null ? (
        <Button
          size="sm"
          Icon={Eye}
          busyLabel={busy && messages.key.showing}
          onClick={() => void run({ licenseId: id })}
        >
          {messages.key.show}
        </Button>
      ) : (
        <CopyButton text={key} takesFocus />
      )}
    </div>
  );
}

const toDay = (iso: string | null): string | null => iso?.slice(0, 10) ?? null;

/** The number that a seller typed; null for no limit, undefined for anything else. */
function parseLimit(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const limit = Number(text);
  const { min, max } = ACTIVATION_LIMITS;
  return Number.isInteger(limit) && limit >= min && limit <= max ? limit : undefined;
}

function LimitsForm({ license }: { license: LicenseRow }) {
  const { id: licenseId, maxActivations, expiresAt } = license;
  const [devices, setDevices] = useState(String(maxActivations ?? ''));
  const [day, setDay] = useState(toDay(expiresAt));
  const cache = useRpcCache();
  const { busy, error, code, clear, run } = useRpcMutation('update-license', {
    success: { title: messages.limits.saved },
    invalidates: ['list-licenses'],
    onSuccess: ({ license: changed }) => {
      setDay(toDay(changed.expiresAt));
      cache.update('get-license', (data) => (data.license.id === changed.id ? { ...data, license: changed } : data));
    },
  });
  const limit = parseLimit(devices);
  const change = {
    ...(limit !== undefined && limit !== maxActivations && { maxActivations: limit }),
    // A key is valid until the end of its last day.
    ...(day !== toDay(expiresAt) && { expiresAt: day && `${day}T23:59:59.999Z` }),
  };
  const hasChanged = Object.keys(change).length > 0;
  // The limit is checked above, so that only the date can be refused.
  const isDateRefused = code === 'invalid_request';
  return (
    <form
      className="license-dialog__limits"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // An incomplete date has no value, like a key that is valid forever.
        const isComplete = event.currentTarget.reportValidity();
        if (isComplete && hasChanged && limit !== undefined) void run({ licenseId, ...change });
      }}
    >
      <TextField
        label={messages.limits.devices}
        hint={messages.limits.devicesHint}
        error={limit === undefined ? messages.limits.devicesError(ACTIVATION_LIMITS) : null}
        inputMode="numeric"
        value={devices}
        onValueChange={setDevices}
      />
      <TextField
        label={messages.limits.expires}
        error={isDateRefused ? error : null}
        type="date"
        value={day ?? ''}
        onValueChange={(text) => {
          setDay(parseIsoDate(text));
          clear();
        }}
      />
      <Button
        type="submit"
        size="sm"
        disabled={!hasChanged || limit === undefined}
        busyLabel={busy && messages.limits.saving}
      >
        {messages.limits.save}
      </Button>
      {!isDateRefused && <FormError>{error}</FormError>}
    </form>
  );
}

function Device({ device }: { device: LicenseActivation }) {
  const { id, label, ipPrefix, createdAt } = device;
  const name = label || messages.devices.unnamed;
  const cache = useRpcCache();
  const { busy, run } = useRpcMutation('end-activation', {
    failureTitle: messages.devices.removeFailed,
    success: { title: messages.devices.removedToast },
    invalidates: ['list-licenses'],
    onSuccess: (changed) =>
      cache.update('get-license', (data) => (data.license.id === changed.license.id ? changed : data)),
  });
  return (
    <li className="license-dialog__device">
      <Laptop className="i" aria-hidden="true" />
      <div>
        <bdi>{name}</bdi>
        <p className="small faint">
          {messages.devices.since({ date: formatDay(createdAt) })}
          {ipPrefix && ` · ${messages.devices.network({ network: ipPrefix })}`}
        </p>
      </div>
      <Button size="sm" busyLabel={busy && messages.devices.removing} onClick={() => void run({ activationId: id })}>
        {messages.devices.remove}
        <span className="vh">{messages.devices.removeSuffix({ name })}</span>
      </Button>
    </li>
  );
}

function Devices({ activations }: { activations: readonly LicenseActivation[] }) {
  const active = activations.filter(({ endedAt }) => endedAt === null);
  const removedCount = activations.length - active.length;
  return (
    <section>
      <h3 className="h3">{messages.devices.title}</h3>
      {active.length === 0 ? (
        <p className="muted small">{messages.devices.none}</p>
      ) : (
        <ul className="license-dialog__devices">
          {active.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      )}
      {removedCount > 0 && (
        <p className="muted small">
          {messages.devices.removed({ count: removedCount, text: formatCount(removedCount) })}
        </p>
      )}
    </section>
  );
}

/** A license key with its order, limits and devices. */
export function LicenseDialog({
  licenseId,
  ending,
  onClose,
}: {
  licenseId: string;
  ending: string;
  onClose: () => void;
}) {
  const query = useRpcQuery('get-license', { licenseId });
  return (
    <Dialog title={licenseMessages.name({ ending })} className="dlg license-dialog" onClose={onClose}>
      <QueryBoundary query={query} errorTitle={messages.loadError} rows={4}>
        {({ license, activations }) => (
          <>
            <KeyBox license={license} />
            <LicenseFacts license={license} />
            <section>
              <h3 className="h3">{messages.limits.title}</h3>
              <LimitsForm license={license} />
            </section>
            <Devices activations={activations} />
          </>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
