import { builderOfferMessages } from '#content/messages/builder-offer.ts';
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

const messages = builderOfferMessages.countdown;

const ENDS: readonly { value: CountdownEnd; label: string }[] = [
  { value: 'nothing', label: messages.atEnd.nothing },
  { value: 'close', label: messages.atEnd.close },
  { value: 'price', label: messages.atEnd.price },
];

function CountdownFields() {
  const { config } = useBuilder();
  const [{ endsAt, atEnd }, setCountdown] = useConfigSection('countdown');
  const description = describeCountdown(config, getPageTimeZone(config), useNow());
  return (
    <>
      <ConfigDateTimeField field="countdown.endsAt" label={messages.endsAt} defaultTime="23:59" />
      <TimeZoneField referenceTime={endsAt} />
      <BuilderField field="countdown.atEnd" label={messages.atEnd.label}>
        <NativeSelect
          {...useFieldProps('countdown.atEnd')}
          value={atEnd}
          options={ENDS}
          onValueChange={(value) => setCountdown({ atEnd: value })}
        />
      </BuilderField>
      {atEnd === 'price' && <ConfigAmountField field="countdown.priceAfter" label={messages.priceAfter} />}
      {description && <p className="setting-description small">{description}</p>}
      <ConfigTextField
        field="countdown.text"
        label={messages.text}
        limit={MAX_OFFER_TEXT_LENGTH}
        input={{ placeholder: messages.textPlaceholder }}
      />
      <ConfigTextField
        field="countdown.textAfter"
        label={messages.textAfter}
        limit={MAX_OFFER_TEXT_LENGTH}
        hint={messages.textAfterHint}
      />
    </>
  );
}

/** Settings of the countdown. Its end is the same instant for all buyers and never restarts per visitor. */
export function CountdownGroup() {
  const { getFieldError } = useBuilder();
  const [{ enabled }, setCountdown] = useConfigSection('countdown');
  return (
    <Group title={messages.title}>
      <SwitchField
        id={getFieldId('countdown')}
        label={messages.enable}
        hint={messages.hint}
        checked={enabled}
        invalid={getFieldError('countdown') !== null}
        onChange={(checked) => setCountdown({ enabled: checked })}
      />
      {enabled && <CountdownFields />}
      <FieldHelp field="countdown" />
    </Group>
  );
}
