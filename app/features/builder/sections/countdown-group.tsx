import { MAX_OFFER_TEXT_LENGTH, type CountdownEnd } from '#domain/offer.ts';

import { BuilderField, FieldHelp, Group, getFieldId, useFieldProps } from '../fields/builder-field.tsx';
import { ConfigAmountField, ConfigTextField } from '../fields/builder-text-field.tsx';
import { ConfigDateTimeField } from '../fields/date-time-field.tsx';
import { NativeSelect } from '../fields/native-select.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { useNow } from '../fields/use-now.ts';
import { useBuilder, useConfigSection } from '../state/builder-context.ts';
import { getPageTimeZone } from '../state/page-time-zone.ts';
import { describeCountdown } from './describe-offer.ts';

const ENDS: readonly { value: CountdownEnd; label: string }[] = [
  { value: 'nothing', label: 'Nothing: only the text changes' },
  { value: 'close', label: 'The page closes' },
  { value: 'price', label: 'The price changes' },
];

function CountdownFields() {
  const { config } = useBuilder();
  const [{ endsAt, atEnd }, setCountdown] = useConfigSection('countdown');
  const description = describeCountdown(config, getPageTimeZone(config), useNow());
  return (
    <>
      <ConfigDateTimeField field="countdown.endsAt" label="Ends" defaultTime="23:59" />
      <TimeZoneField referenceTime={endsAt} />
      <BuilderField field="countdown.atEnd" label="What happens at the end">
        <NativeSelect
          {...useFieldProps('countdown.atEnd')}
          value={atEnd}
          options={ENDS}
          onValueChange={(value) => setCountdown({ atEnd: value })}
        />
      </BuilderField>
      {atEnd === 'price' && <ConfigAmountField field="countdown.priceAfter" label="Price from then on" />}
      {description && <p className="setting-description small">{description}</p>}
      <ConfigTextField
        field="countdown.text"
        label="Text before the end"
        limit={MAX_OFFER_TEXT_LENGTH}
        input={{ placeholder: 'The early price ends in' }}
      />
      <ConfigTextField
        field="countdown.textAfter"
        label="Text after the end"
        limit={MAX_OFFER_TEXT_LENGTH}
        hint="Left empty, the countdown is gone when it is over."
      />
    </>
  );
}

/** Settings of the countdown. Its end is the same instant for all buyers and never restarts per visitor. */
export function CountdownGroup() {
  const { getFieldError } = useBuilder();
  const [{ enabled }, setCountdown] = useConfigSection('countdown');
  return (
    <Group title="Countdown">
      <SwitchField
        id={getFieldId('countdown')}
        label="Show a countdown"
        hint="One end for everybody, by our clock; it never begins anew for a visitor."
        checked={enabled}
        invalid={getFieldError('countdown') !== null}
        onChange={(checked) => setCountdown({ enabled: checked })}
      />
      {enabled && <CountdownFields />}
      <FieldHelp field="countdown" />
    </Group>
  );
}
