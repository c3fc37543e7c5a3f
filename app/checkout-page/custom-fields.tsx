import { askingWords } from '#domain/custom-field-answers.ts';
import type { CustomField } from '#domain/custom-field.ts';

import type { CheckoutPageProps, Problem } from './checkout-page-props.ts';
import { AskedInput } from './asked-input.tsx';
import { readFirst } from './problem-line.tsx';

type Props = Pick<CheckoutPageProps, 'config' | 'pay' | 'problems' | 'typed'> & { prefix: string };

export type AskedProps = {
  field: CustomField;
  /** Id of the input; the ids of help and error derive from it. */
  id: string;
  start: string;
  wiring: {
    name: string;
    required: boolean;
    'aria-describedby': string;
    'aria-invalid'?: true;
    'data-missing'?: string;
    'data-wrong'?: string;
    autoFocus?: true;
  };
};

/** Help comes before the error: screen readers read both with the field. */
const helpIdOf = (id: string): string => `${id}-help`;
const problemIdOf = (id: string): string => `${id}-problem`;

function Label({ field: { label, required, kind } }: { field: CustomField }) {
  return (
    <>
      <bdi>{label.trim() || <span className="co-empty">Label</span>}</bdi>
      {!required && kind !== 'checkbox' && <span className="co-opt"> (optional)</span>}
    </>
  );
}

/** Error message of a field. It is always rendered, so that the script can fill it in. */
function Beneath({ id, problem }: { id: string; problem: Problem | undefined }) {
  return (
    <p className="co-err" id={problemIdOf(id)} hidden={!problem}>
      <span>{problem?.message}</span>
    </p>
  );
}

const Help = ({ id, help }: { id: string; help: string }) =>
  help.trim() ? (
    <p className="co-help" id={helpIdOf(id)} dir="auto">
      {help}
    </p>
  ) : null;

type OneProps = AskedProps & { problem: Problem | undefined };

function Checkbox({ field, id, start, wiring, problem }: OneProps) {
  return (
    <div className="co-f" data-field="customFields" data-ask={field.name}>
      <div className="co-terms">
        <input type="checkbox" id={id} value="yes" defaultChecked={start === 'yes'} {...wiring} />
        <label htmlFor={id}>
          <Label field={field} />
        </label>
      </div>
      <Help id={id} help={field.help} />
      <Beneath {...{ id, problem }} />
    </div>
  );
}

function Radios({ field, id, start, wiring, problem }: OneProps) {
  const { name, required, 'data-missing': missing, 'data-wrong': wrong, autoFocus, ...ofGroup } = wiring;
  return (
    <fieldset
      className="co-f"
      id={id}
      role="radiogroup"
      data-field="customFields"
      data-ask={field.name}
      aria-labelledby={`${id}-label`}
      aria-required={required}
      {...ofGroup}
    >
      <legend className="l" id={`${id}-label`}>
        <Label field={field} />
      </legend>
      <Help id={id} help={field.help} />
      {field.choices.map((choice, place) => (
        <label key={place} className="co-choice">
          <input
            type="radio"
            value={choice}
            defaultChecked={choice === start}
            {...{ name, required }}
            {...(place === 0 && { 'data-missing': missing, 'data-wrong': wrong, autoFocus })}
          />
          <bdi>{choice}</bdi>
        </label>
      ))}
      <Beneath {...{ id, problem }} />
    </fieldset>
  );
}

function Asked(props: OneProps) {
  const { field, id, problem } = props;
  if (field.kind === 'radio') return <Radios {...props} />;
  if (field.kind === 'checkbox') return <Checkbox {...props} />;
  return (
    <div className="co-f" data-field="customFields" data-ask={field.name}>
      <label htmlFor={id}>
        <Label field={field} />
      </label>
      <Help id={id} help={field.help} />
      <AskedInput {...props} />
      <Beneath {...{ id, problem }} />
    </div>
  );
}

/** Returns the messages for validation in the browser; previews have none. */
function wordsOf(field: CustomField, isDocument: boolean) {
  if (!isDocument) return {};
  const { missing, wrong } = askingWords(field);
  return { ...(field.required && { 'data-missing': missing }), ...(wrong && { 'data-wrong': wrong }) };
}

/** The custom fields of the page, below the email. */
export function CustomFields({ config, pay, problems, typed, prefix }: Props) {
  const isDocument = pay !== undefined;
  const first = problems?.form
    ? undefined
    : config.customFields.find(({ name }) => problemAt(problems, name) !== undefined);
  return config.customFields.map((field, place) => {
    const { name } = field;
    const start = typed?.answers && Object.hasOwn(typed.answers, name) ? (typed.answers[name] ?? '') : '';
    if (field.kind === 'hidden')
      return isDocument && <input key={field.id} type="hidden" name={`f.${name}`} defaultValue={start} />;
    const id = `${prefix}f-${isDocument ? name : place}`;
    const problem = problemAt(problems, name);
    const wiring: AskedProps['wiring'] = {
      name: `f.${name}`,
      required: field.required,
      'aria-describedby': `${field.help.trim() ? `${helpIdOf(id)} ` : ''}${problemIdOf(id)}`,
      ...wordsOf(field, isDocument),
      ...(problem && { 'aria-invalid': true }),
      ...(isDocument && field === first ? readFirst : {}),
    };
    return <Asked key={field.id} {...{ field, id, start, wiring, problem }} />;
  });
}

const problemAt = (problems: Props['problems'], name: string): Problem | undefined =>
  problems?.fields && Object.hasOwn(problems.fields, name) ? problems.fields[name] : undefined;
