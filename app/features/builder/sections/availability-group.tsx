import { MAX_OFFER_TEXT_LENGTH } from '#domain/offer.ts';

import { FieldHelp, Group, getFieldId } from '../fields/builder-field.tsx';
import { BuilderTextField } from '../fields/builder-text-field.tsx';
import { DateTimeField } from '../fields/date-time-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { useNow } from '../fields/use-now.ts';
import { useBuilder, useConfigSection } from '../state/builder-context.ts';
import { getPageTimeZone } from '../state/page-time-zone.ts';
import { describeSchedule } from './describe-offer.ts';

/** One digit more than the maximum of a million, so that validation can report the excess. */
const MAX_STOCK_DIGITS = 8;

function AvailabilityDateField({
  name,
  label,
  defaultTime,
}: {
  name: 'opensAt' | 'closesAt';
  label: string;
  defaultTime: string;
}) {
  const { config, patch, markTouched, getFieldError } = useBuilder();
  const { availability } = config;
  const zone = getPageTimeZone(config);
  const field = `availability.${name}`;
  return (
    <DateTimeField
      id={getFieldId(field)}
      {...{ label, defaultTime, zone }}
      value={availability[name]}
      onChange={(instant) => patch({ availability: { ...availability, [name]: instant }, timeZone: zone }, field)}
      error={getFieldError(field)}
      onBlur={() => markTouched(field)}
    />
  );
}

/** Describes how much of the stock in the form is sold, reserved and left. */
function StockUsage() {
  const { config, counts } = useBuilder();
  const { stock } = config.availability;
  if (!counts)
    return stock === null ? 'Left empty, there is no end to them.' : 'Each order takes one; a refund gives none back.';
  const { sold, held: reserved } = counts;
  const leftText = stock === null ? '' : `, left ${Math.max(0, stock - sold - reserved)}`;
  return `Sold so far ${sold}, being paid for ${reserved}${leftText}.`;
}

function StockFields() {
  const [availability, setAvailability] = useConfigSection('availability');
  const { stock, showStock } = availability;
  return (
    <>
      <BuilderTextField
        field="availability.stock"
        label="Pieces in all"
        value={stock === null ? '' : String(stock)}
        onValueChange={(text) => {
          const digits = text.replace(/\D/g, '').slice(0, MAX_STOCK_DIGITS);
          setAvailability({ stock: digits === '' ? null : Number(digits) }, 'stock');
        }}
        hint={<StockUsage />}
        input={{ inputMode: 'numeric', autoComplete: 'off', className: 'in num' }}
      />
      {stock !== null && (
        <SwitchField
          id={getFieldId('availability.showStock')}
          label="Show what is left"
          hint="Buyers read “3 left” beside the price."
          checked={showStock}
          onChange={(checked) => setAvailability({ showStock: checked })}
        />
      )}
    </>
  );
}

const TEXTS = [
  ['earlyText', 'Text before it opens'],
  ['closedText', 'Text when it is closed'],
  ['soldOutText', 'Text when it is sold out'],
] as const;

/** Texts for closed states; only those that buyers may get to see. */
function AvailabilityTexts() {
  const { countdown } = useBuilder().config;
  const [availability, setAvailability] = useConfigSection('availability');
  const closes = availability.closesAt !== null || (countdown.enabled && countdown.atEnd === 'close');
  const isVisible = {
    earlyText: availability.opensAt !== null,
    closedText: closes,
    soldOutText: availability.stock !== null,
  };
  return TEXTS.filter(([name]) => isVisible[name] || availability[name] !== '').map(([name, label]) => (
    <BuilderTextField
      key={name}
      field={`availability.${name}`}
      label={label}
      rows={2}
      limit={MAX_OFFER_TEXT_LENGTH}
      value={availability[name]}
      onValueChange={(text) => setAvailability({ [name]: text }, name)}
      hint="Left empty, buyers read our words for it."
    />
  ));
}

export function AvailabilityGroup() {
  const { config } = useBuilder();
  const { opensAt, closesAt } = config.availability;
  const description = describeSchedule(config, getPageTimeZone(config), useNow());
  return (
    <Group title="Dates and stock">
      <AvailabilityDateField name="opensAt" label="Opens" defaultTime="00:00" />
      <AvailabilityDateField name="closesAt" label="Closes" defaultTime="23:59" />
      <TimeZoneField id={getFieldId('timeZone')} referenceTime={opensAt ?? closesAt} />
      {description && <p className="setting-description small">{description}</p>}
      <StockFields />
      <AvailabilityTexts />
      <FieldHelp field="availability" />
    </Group>
  );
}
