import { ArrowUpRight, RefreshCw } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { builderPaymentMessages } from '#content/messages/builder-payment.ts';
import { findInstantReason } from '#domain/page-payment.ts';
import { getArrival, getPaymentMethod, isExcludable, type AccountPaymentMethods } from '#domain/payment-methods.ts';

import { ConfigChoice, Group, getFieldId } from '../fields/builder-field.tsx';
import { ConfigSwitch, SwitchField } from '../fields/switch-field.tsx';
import { useNow } from '../fields/use-now.ts';
import { useBuilder, useConfigValue } from '../state/builder-context.ts';

const messages = builderPaymentMessages;

const METHODS = [
  { value: 'card', label: messages.methods.card },
  { value: 'stripe', label: messages.methods.stripe },
] as const;

/** Every account has these, so the hint about others does not name them. */
const CARD_METHODS: ReadonlySet<string> = new Set(['card', 'apple_pay', 'google_pay', 'link']);

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });
const countryNames = new Intl.DisplayNames('en', { type: 'region' });

const formatMethods = (types: readonly string[]): string =>
  listFormat.format(types.map((type) => getPaymentMethod(type).name));

function getMethodLabel(type: string): string {
  const { name, country } = getPaymentMethod(type);
  return country ? messages.list.country({ name, country: countryNames.of(country) ?? country }) : name;
}

function getArrivalHint(type: string, isInstantOnly: boolean): string | null {
  const arrival = getArrival(type);
  if (arrival === 'now') return null;
  return isInstantOnly ? messages.list.notInstant : messages.list[arrival];
}

type MethodListProps = { account: AccountPaymentMethods; isInstantOnly: boolean };

/** The methods that the account has turned on; each can be left out of this page. */
function MethodList({ account, isInstantOnly }: MethodListProps) {
  const [excluded, setExcluded] = useConfigValue('payment.excluded');
  const included = account.on.filter((type) => !isExcludable(type));
  return (
    <fieldset className="choice-fieldset field" id={getFieldId('payment.excluded')}>
      <legend>{messages.list.legend}</legend>
      {account.on.filter(isExcludable).map((type) => {
        const arrivalHint = getArrivalHint(type, isInstantOnly);
        const isLocked = isInstantOnly && arrivalHint !== null;
        return (
          <label key={type} className="checkrow">
            <input
              type="checkbox"
              checked={!isLocked && !excluded.includes(type)}
              disabled={isLocked}
              onChange={({ target: { checked } }) =>
                setExcluded(checked ? excluded.filter((other) => other !== type) : [...excluded, type])
              }
            />
            <span>
              {getMethodLabel(type)}
              {arrivalHint && <span className="hint"> · {arrivalHint}</span>}
            </span>
          </label>
        );
      })}
      <p className="hint">
        {messages.list.hint}
        {included.length > 0 && ` ${messages.list.included({ methods: formatMethods(included) })}`}
      </p>
    </fieldset>
  );
}

/** What the seller can turn on at Stripe. */
function TurnedOff({ account }: { account: AccountPaymentMethods }) {
  const { openStripeDashboard, refreshConnection } = useBuilder();
  const { busy, run } = useAction(refreshConnection, { failureTitle: messages.refreshError });
  const isCardsOnly = account.on.every((type) => CARD_METHODS.has(type));
  if (account.off.length === 0 && !isCardsOnly) return null;
  return (
    <div className="field">
      <p className="hint">{isCardsOnly ? messages.cardsOnly : messages.off({ methods: formatMethods(account.off) })}</p>
      <div className="button-row">
        <Button Icon={ArrowUpRight} size="sm" onClick={openStripeDashboard}>
          {messages.openDashboard}
        </Button>
        <Button Icon={RefreshCw} size="sm" onClick={() => void run()} busyLabel={busy && messages.refreshing}>
          {messages.refresh}
        </Button>
      </div>
    </div>
  );
}

/** On and locked where a payment that arrives later would block stock or come after the end of the sale. */
function InstantOnlySwitch({ reason }: { reason: ReturnType<typeof findInstantReason> }) {
  const { config } = useBuilder();
  const { label, hint, stock, closing } = messages.instantOnly;
  if (!reason) return <ConfigSwitch path="payment.instantOnly" label={label} hint={hint} />;
  const text = reason === 'stock' ? stock({ stock: (config.availability.stock ?? 0).toLocaleString('en') }) : closing;
  return (
    <SwitchField
      id={getFieldId('payment.instantOnly')}
      label={label}
      checked
      disabled={text}
      onChange={() => undefined}
    />
  );
}

/** A page on cards whose account accepts more: the seller may not know. */
function CardsOnlyHint({ account }: { account: AccountPaymentMethods | null }) {
  const others = account?.on.filter((type) => !CARD_METHODS.has(type)) ?? [];
  return (
    <p className="hint">
      {messages.cardHint}
      {others.length > 0 && ` ${messages.moreOnAccount({ methods: formatMethods(others) })}`}
    </p>
  );
}

export function PaymentGroup() {
  const { config, accountMethods } = useBuilder();
  const reason = findInstantReason(config, useNow());
  return (
    <Group title={messages.title}>
      <ConfigChoice field="payment.methods" label={messages.methods.legend} options={METHODS} />
      {config.payment.methods === 'card' ? (
        <CardsOnlyHint account={accountMethods} />
      ) : (
        <>
          {accountMethods ? (
            <>
              <MethodList account={accountMethods} isInstantOnly={reason !== null || config.payment.instantOnly} />
              <TurnedOff account={accountMethods} />
            </>
          ) : (
            <p className="hint">{messages.unknown}</p>
          )}
          <InstantOnlySwitch reason={reason} />
        </>
      )}
    </Group>
  );
}
