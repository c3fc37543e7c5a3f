import { getCurrency } from '#domain/currencies.ts';
import { MAX_OFFER_TEXT_LENGTH, type CountdownEnd } from '#domain/offer.ts';

import { FieldHelp, Group, getFieldId, useFieldProps } from '../fields/builder-field.tsx';
import { BuilderTextField } from '../fields/builder-text-field.tsx';
import { DateTimeField } from '../fields/date-time-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { useNow } from '../fields/use-now.ts';
import { useBuilder, useConfigSection } from '../state/builder-context.ts';
import { getPageTimeZone } from '../state/page-time-zone.ts';
import { describeCountdown } from './describe-offer.ts';

const END_LABELS: Record<CountdownEnd, string> = {
  nothing: 'Nothing: only the text changes',
  close: 'The page closes',
  price: 'The price changes',
};
const isCountdownEnd = (value: string): value is CountdownEnd => Object.hasOwn(END_LABELS, value);

function CountdownEndField() {
  const { config, patch, markTouched, getFieldError } = useBuilder();
  const { countdown } = config;
  const zone = getPageTimeZone(config);
  return (
    <DateTimeField
      id={getFieldId('countdown.endsAt')}
      label="Ends"
      defaultTime="23:59"
      value={countdown.endsAt}
      zone={zone}
      onChange={(endsAt) => patch({ countdown: { ...countdown, endsAt }, timeZone: zone }, 'countdown.endsAt')}
      error={getFieldError('countdown.endsAt')}
      onBlur={() => markTouched('countdown.endsAt')}
    />
  );
}

function AtEndFields() {
  const { currency } = useBuilder().config;
  const [countdown, setCountdown] = useConfigSection('countdown');
  const { symbol, code } = getCurrency(currency);
  return (
    <>
      <div className="field">
        <div className="lab">
          <label htmlFor={getFieldId('countdown.atEnd')}>What happens at the end</label>
        </div>
        <select
          {...useFieldProps('countdown.atEnd')}
          className="in"
          value={countdown.atEnd}
          onChange={({ target }) => isCountdownEnd(target.value) && setCountdown({ atEnd: target.value })}
        >
          {Object.entries(END_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <FieldHelp field="countdown.atEnd" />
      </div>
      {countdown.atEnd === 'price' && (
        <BuilderTextField
          field="countdown.priceAfter"
          label="Price from then on"
          prefix={symbol || code}
          value={countdown.priceAfter}
          onValueChange={(priceAfter) => setCountdown({ priceAfter }, 'priceAfter')}
          input={{ inputMode: 'decimal', maxLength: 40, autoComplete: 'off' }}
        />
      )}
    </>
  );
}

function CountdownTexts() {
  const [countdown, setCountdown] = useConfigSection('countdown');
  return (
    <>
      <BuilderTextField
        field="countdown.text"
        label="Text before the end"
        limit={MAX_OFFER_TEXT_LENGTH}
        value={countdown.text}
        onValueChange={(text) => setCountdown({ text }, 'text')}
        input={{ placeholder: 'The early price ends in' }}
      />
      <BuilderTextField
        field="countdown.textAfter"
        label="Text after the end"
        limit={MAX_OFFER_TEXT_LENGTH}
        value={countdown.textAfter}
        onValueChange={(textAfter) => setCountdown({ textAfter }, 'textAfter')}
        hint="Left empty, the countdown is gone when it is over."
      />
    </>
  );
}

/** Settings of the countdown. Its end is the same instant for all buyers and never restarts per visitor. */
export function CountdownGroup() {
  const { config, getFieldError } = useBuilder();
  const [{ enabled, endsAt }, setCountdown] = useConfigSection('countdown');
  const description = describeCountdown(config, getPageTimeZone(config), useNow());
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
      {enabled && (
        <>
          <CountdownEndField />
          <TimeZoneField referenceTime={endsAt} />
          <AtEndFields />
          {description && <p className="setting-description small">{description}</p>}
          <CountdownTexts />
        </>
      )}
      <FieldHelp field="countdown" />
    </Group>
  );
}
