import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { MAX_OFFER_TEXT_LENGTH } from '#domain/offer.ts';

import { FieldHelp, Group, getFieldId } from '../fields/builder-field.tsx';
import { BuilderTextField, ConfigTextField } from '../fields/builder-text-field.tsx';
import { ConfigDateTimeField } from '../fields/date-time-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { useNow } from '../fields/use-now.ts';
import { useBuilder, useConfigSection } from '../state/builder-context.ts';
import { getPageTimeZone } from '../state/page-time-zone.ts';
import { describeSchedule } from './describe-offer.ts';

const messages = builderOfferMessages.availability;

/** One digit more than the maximum of a million, so that validation can report the excess. */
const MAX_STOCK_DIGITS = 8;

/** Describes how much of the stock in the form is sold, reserved and left. */
function StockUsage() {
  const { config, counts } = useBuilder();
  const { stock } = config.availability;
  if (!counts) return stock === null ? messages.stock.unlimitedHint : messages.stock.limitedHint;
  const { sold, held: reserved } = counts;
  if (stock === null) return messages.stock.usage({ sold, reserved });
  return messages.stock.usageWithLeft({ sold, reserved, left: Math.max(0, stock - sold - reserved) });
}

function StockFields() {
  const [availability, setAvailability] = useConfigSection('availability');
  const { stock, showStock } = availability;
  return (
    <>
      <BuilderTextField
        field="availability.stock"
        label={messages.stock.label}
        value={stock === null ? '' : String(stock)}
        onValueChange={(text) => {
          const digits = text.replace(/\D/g, '').slice(0, MAX_STOCK_DIGITS);
          setAvailability({ stock: digits === '' ? null : Number(digits) }, 'stock');
        }}
        hint={<StockUsage />}
        input={{ inputMode: 'numeric', autoComplete: 'off' }}
      />
      {stock !== null && (
        <SwitchField
          id={getFieldId('availability.showStock')}
          label={messages.stock.show}
          hint={messages.stock.showHint}
          checked={showStock}
          onChange={(checked) => setAvailability({ showStock: checked })}
        />
      )}
    </>
  );
}

/** Texts for closed states; only those that buyers may get to see. */
function AvailabilityTexts() {
  const { countdown, availability } = useBuilder().config;
  const { opensAt, closesAt, stock } = availability;
  const closes = closesAt !== null || (countdown.enabled && countdown.atEnd === 'close');
  const texts = [
    { name: 'earlyText', label: messages.texts.early, isNeeded: opensAt !== null },
    { name: 'closedText', label: messages.texts.closed, isNeeded: closes },
    { name: 'soldOutText', label: messages.texts.soldOut, isNeeded: stock !== null },
  ] as const;
  return texts
    .filter(({ name, isNeeded }) => isNeeded || availability[name] !== '')
    .map(({ name, label }) => (
      <ConfigTextField
        key={name}
        field={`availability.${name}`}
        label={label}
        rows={2}
        limit={MAX_OFFER_TEXT_LENGTH}
        hint={messages.texts.hint}
      />
    ));
}

export function AvailabilityGroup() {
  const { config } = useBuilder();
  const { opensAt, closesAt } = config.availability;
  const description = describeSchedule(config, getPageTimeZone(config), useNow());
  return (
    <Group title={messages.title}>
      <ConfigDateTimeField field="availability.opensAt" label={messages.opensAt} defaultTime="00:00" />
      <ConfigDateTimeField field="availability.closesAt" label={messages.closesAt} defaultTime="23:59" />
      <TimeZoneField id={getFieldId('timeZone')} referenceTime={opensAt ?? closesAt} />
      {description && <p className="setting-description small">{description}</p>}
      <StockFields />
      <AvailabilityTexts />
      <FieldHelp field="availability" />
    </Group>
  );
}
