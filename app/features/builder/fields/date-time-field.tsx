import { X } from 'lucide-react';
import { useState } from 'react';

import { Field } from '#app/components/field.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { toInstant, toLocalTime, type LocalTime } from '#domain/zoned-time.ts';

import { useBuilder } from '../state/builder-context.ts';
import { getPageTimeZone } from '../state/page-time-zone.ts';
import { useFieldState } from './builder-field.tsx';
import { IconButton } from './icon-button.tsx';

const messages = builderFieldMessages.dateTime;

/** Range of accepted dates: other years occur while the year is being typed. */
const FIRST_DAY = '2020-01-01';
const LAST_DAY = '2099-12-31';

type Props = {
  id?: string;
  label: string;
  name?: string;
  /** ISO 8601 in UTC; null if not set. */
  value: string | null;
  zone: string;
  /** Time used if only a date is entered. */
  defaultTime: string;
  error?: string | null | undefined;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
};

type DateTimeDraft = { wallTime: LocalTime; sentValue: string | null; zone: string };

const NO_TIME: LocalTime = { date: '', time: '' };
const toWallTime = (value: string | null, zone: string): LocalTime =>
  value === null ? NO_TIME : toLocalTime(new Date(value), zone);

const isInRange = (date: string): boolean => date >= FIRST_DAY && date <= LAST_DAY;

/** State of the inputs and the instant that they mean. An incomplete date is kept until blur. */
function useDateTimeDraft({ value, zone, defaultTime, onChange }: Props) {
  const createDraft = (): DateTimeDraft => ({ wallTime: toWallTime(value, zone), sentValue: value, zone });
  const [draft, setDraft] = useState(createDraft);
  if (draft.sentValue !== value || draft.zone !== zone) setDraft(createDraft());
  const { wallTime } = draft;
  const resolved = toInstant({ date: wallTime.date, time: wallTime.time || defaultTime }, zone);
  function change(changes: Partial<LocalTime>) {
    const next = { ...wallTime, ...changes };
    if (next.date !== '' && next.time === '' && changes.time === undefined) next.time = defaultTime;
    const resolvedNext = isInRange(next.date) ? toInstant(next, zone) : null;
    const sentValue = resolvedNext ? resolvedNext.at.toISOString() : value;
    setDraft({ wallTime: next, sentValue, zone });
    if (sentValue !== value) onChange(sentValue);
  }
  /** Reverts an incomplete input on blur; clearing the date clears the value. */
  function commit() {
    if (wallTime.date === '' && value !== null) onChange(null);
    else setDraft(createDraft());
  }
  return { wallTime, kind: isInRange(wallTime.date) ? resolved?.kind : undefined, change, commit };
}

const KIND_HINTS = {
  exact: null,
  skipped: messages.skipped,
  twice: messages.twice,
};

/** Date and time in a time zone, as native inputs. */
export function DateTimeField(props: Props) {
  const { id, label, name, value, error, onChange, onBlur } = props;
  const { wallTime, kind, change, commit } = useDateTimeDraft(props);
  const hint = kind && KIND_HINTS[kind];
  return (
    <Field {...{ id, label, error }} hint={hint && <span role="status">{hint}</span>}>
      {({ id: dateId, ...ariaProps }) => (
        <div
          className="date-time-field"
          onBlur={({ currentTarget, relatedTarget }) => {
            if (currentTarget.contains(relatedTarget)) return;
            commit();
            onBlur?.();
          }}
        >
          <input
            {...ariaProps}
            id={dateId}
            name={name}
            className="in num"
            type="date"
            min={FIRST_DAY}
            max={LAST_DAY}
            value={wallTime.date}
            onChange={({ target }) => change({ date: target.value })}
          />
          <input
            {...ariaProps}
            className="in num"
            type="time"
            aria-label={messages.timeLabel({ label })}
            value={wallTime.time}
            onChange={({ target }) => change({ time: target.value })}
          />
          <IconButton
            label={messages.clear({ label })}
            Icon={X}
            aria-disabled={value === null ? true : undefined}
            onClick={() => onChange(null)}
          />
        </div>
      )}
    </Field>
  );
}

type ConfigDateTimeFieldProps = Pick<Props, 'label' | 'defaultTime'> & {
  field: 'countdown.endsAt' | 'availability.opensAt' | 'availability.closesAt';
};

/** A date of the config, in the time zone of the page, which is stored with it. */
export function ConfigDateTimeField({ field, label, defaultTime }: ConfigDateTimeFieldProps) {
  const { config, patch } = useBuilder();
  const [key, setting] = field.split('.') as ['availability', 'opensAt'];
  const zone = getPageTimeZone(config);
  return (
    <DateTimeField
      {...{ label, defaultTime, zone }}
      {...useFieldState(field)}
      value={config[key][setting]}
      onChange={(instant) => patch({ [key]: { ...config[key], [setting]: instant }, timeZone: zone }, field)}
    />
  );
}
