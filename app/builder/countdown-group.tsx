import { currencyOf } from '#domain/currencies.ts';
import { OFFER_TEXT, type CountdownEnd } from '#domain/offer.ts';

import { useBuilder } from './builder-context.ts';
import { FieldMore, Group, idOf, useFieldWiring } from './builder-field.tsx';
import { MomentField } from './moment-field.tsx';
import { countdownWords } from './offer-words.ts';
import { zoneOfPage } from './page-moments.ts';
import { SwitchField } from './switch-field.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { TypedField } from './typed-field.tsx';
import { useNow } from './use-now.ts';
import { usePart } from './use-part.ts';

const ENDS: Record<CountdownEnd, string> = {
  nothing: 'Nothing: only the text changes',
  close: 'The page closes',
  price: 'The price changes',
};
const isEnd = (value: string): value is CountdownEnd => Object.hasOwn(ENDS, value);

function EndField() {
  const { config, patch, leave, problemOf } = useBuilder();
  const { countdown } = config;
  const zone = zoneOfPage(config);
  return (
    <MomentField
      id={idOf('countdown.endsAt')}
      label="Ends"
      usual="23:59"
      value={countdown.endsAt}
      zone={zone}
      onChange={(endsAt) =>
        patch({ countdown: { ...countdown, endsAt }, timeZone: zone }, 'countdown.endsAt')
      }
      problem={problemOf('countdown.endsAt')}
      onLeave={() => leave('countdown.endsAt')}
    />
  );
}

function AtEndFields() {
  const { currency } = useBuilder().config;
  const [countdown, setCountdown] = usePart('countdown');
  const { symbol, code } = currencyOf(currency);
  return (
    <>
      <div className="field">
        <div className="lab">
          <label htmlFor={idOf('countdown.atEnd')}>What happens at the end</label>
        </div>
        <select
          {...useFieldWiring('countdown.atEnd')}
          className="in"
          value={countdown.atEnd}
          onChange={({ target }) => isEnd(target.value) && setCountdown({ atEnd: target.value })}
        >
          {Object.entries(ENDS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <FieldMore field="countdown.atEnd" />
      </div>
      {countdown.atEnd === 'price' && (
        <TypedField
          field="countdown.priceAfter"
          label="Price from then on"
          affix={symbol || code}
          value={countdown.priceAfter}
          onType={(priceAfter) => setCountdown({ priceAfter }, 'priceAfter')}
          input={{ inputMode: 'decimal', maxLength: 40, autoComplete: 'off' }}
        />
      )}
    </>
  );
}

function CountdownTexts() {
  const [countdown, setCountdown] = usePart('countdown');
  return (
    <>
      <TypedField
        field="countdown.text"
        label="Text before the end"
        limit={OFFER_TEXT}
        value={countdown.text}
        onType={(text) => setCountdown({ text }, 'text')}
        input={{ placeholder: 'The early price ends in' }}
      />
      <TypedField
        field="countdown.textAfter"
        label="Text after the end"
        limit={OFFER_TEXT}
        value={countdown.textAfter}
        onType={(textAfter) => setCountdown({ textAfter }, 'textAfter')}
        hint="Left empty, the countdown is gone when it is over."
      />
    </>
  );
}

/** Settings of the countdown. Its end is the same instant for all buyers and never restarts per visitor. */
export function CountdownGroup() {
  const { config, problemOf } = useBuilder();
  const [{ enabled, endsAt }, setCountdown] = usePart('countdown');
  const words = countdownWords(config, zoneOfPage(config), useNow());
  return (
    <Group title="Countdown">
      <SwitchField
        id={idOf('countdown')}
        label="Show a countdown"
        hint="One end for everybody, by our clock; it never begins anew for a visitor."
        checked={enabled}
        invalid={problemOf('countdown') !== null}
        onChange={(checked) => setCountdown({ enabled: checked })}
      />
      {enabled && (
        <>
          <EndField />
          <TimeZoneField at={endsAt} />
          <AtEndFields />
          {words && <p className="b-said small">{words}</p>}
          <CountdownTexts />
        </>
      )}
      <FieldMore field="countdown" />
    </Group>
  );
}
