import { OFFER_TEXT } from '#domain/offer.ts';

import { useBuilder } from './builder-context.ts';
import { FieldMore, Group, idOf } from './builder-field.tsx';
import { MomentField } from './moment-field.tsx';
import { scheduleWords } from './offer-words.ts';
import { zoneOfPage } from './page-moments.ts';
import { SwitchField } from './switch-field.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { TypedField } from './typed-field.tsx';
import { useNow } from './use-now.ts';
import { usePart } from './use-part.ts';

/** One digit more than the maximum of a million, so that validation can report the excess. */
const MOST_DIGITS = 8;

function DateField({ part, label, usual }: { part: 'opensAt' | 'closesAt'; label: string; usual: string }) {
  const { config, patch, leave, problemOf } = useBuilder();
  const { availability } = config;
  const zone = zoneOfPage(config);
  const field = `availability.${part}`;
  return (
    <MomentField
      id={idOf(field)}
      {...{ label, usual, zone }}
      value={availability[part]}
      onChange={(moment) =>
        patch({ availability: { ...availability, [part]: moment }, timeZone: zone }, field)
      }
      problem={problemOf(field)}
      onLeave={() => leave(field)}
    />
  );
}

/** Describes how much of the stock in the form is sold, reserved and left. */
function StockCounts() {
  const { config, counts } = useBuilder();
  const { stock } = config.availability;
  if (!counts)
    return stock === null
      ? 'Left empty, there is no end to them.'
      : 'Each order takes one; a refund gives none back.';
  const { sold, held } = counts;
  const left = stock === null ? '' : `, left ${Math.max(0, stock - sold - held)}`;
  return `Sold so far ${sold}, being paid for ${held}${left}.`;
}

function StockFields() {
  const [availability, setAvailability] = usePart('availability');
  const { stock, showStock } = availability;
  return (
    <>
      <TypedField
        field="availability.stock"
        label="Pieces in all"
        value={stock === null ? '' : String(stock)}
        onType={(text) => {
          const digits = text.replace(/\D/g, '').slice(0, MOST_DIGITS);
          setAvailability({ stock: digits === '' ? null : Number(digits) }, 'stock');
        }}
        hint={<StockCounts />}
        input={{ inputMode: 'numeric', autoComplete: 'off', className: 'in num' }}
      />
      {stock !== null && (
        <SwitchField
          id={idOf('availability.showStock')}
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
function StateTexts() {
  const { countdown } = useBuilder().config;
  const [availability, setAvailability] = usePart('availability');
  const closes = availability.closesAt !== null || (countdown.enabled && countdown.atEnd === 'close');
  const read = {
    earlyText: availability.opensAt !== null,
    closedText: closes,
    soldOutText: availability.stock !== null,
  };
  return TEXTS.filter(([part]) => read[part] || availability[part] !== '').map(([part, label]) => (
    <TypedField
      key={part}
      field={`availability.${part}`}
      label={label}
      rows={2}
      limit={OFFER_TEXT}
      value={availability[part]}
      onType={(text) => setAvailability({ [part]: text }, part)}
      hint="Left empty, buyers read our words for it."
    />
  ));
}

export function StockGroup() {
  const { config } = useBuilder();
  const { opensAt, closesAt } = config.availability;
  const words = scheduleWords(config, zoneOfPage(config), useNow());
  return (
    <Group title="Dates and stock">
      <DateField part="opensAt" label="Opens" usual="00:00" />
      <DateField part="closesAt" label="Closes" usual="23:59" />
      <TimeZoneField id={idOf('timeZone')} at={opensAt ?? closesAt} />
      {words && <p className="b-said small">{words}</p>}
      <StockFields />
      <StateTexts />
      <FieldMore field="availability" />
    </Group>
  );
}
