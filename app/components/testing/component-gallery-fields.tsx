import { Filter } from 'lucide-react';
import { useId, useState, type ComponentProps } from 'react';

import { Combobox } from '../combobox.tsx';
import { DateField } from '../date-field.tsx';
import { Field, FormError } from '../field.tsx';
import { SearchField, StateFilter } from '../list-filters.tsx';
import { FilterSelect, Select } from '../select.tsx';
import { Switch } from '../switch.tsx';
import { CodeField, EmailField, PasswordField, TextField } from '../text-field.tsx';
import { Group, Row } from './component-gallery-group.tsx';

const ignore = () => undefined;
const COLORS = ['Blue', 'Green', 'Red', 'Yellow'];
const COLOR_OPTIONS = COLORS.map((name) => ({ value: name, label: name }));

function LabeledSwitch({ label, ...props }: ComponentProps<typeof Switch> & { label: string }) {
  const id = useId();
  return (
    <div className="switch">
      <label htmlFor={id}>{label}</label>
      <Switch id={id} {...props} />
    </div>
  );
}

/** Text fields, each in its states. */
export function Fields() {
  const [text, setText] = useState('Linocut');
  const [date, setDate] = useState<string | null>('2026-11-23');
  return (
    <Group title="TextField, PasswordField, CodeField, DateField">
      <TextField label="Name" value={text} onValueChange={setText} hint="Buyers see it." aside="optional" />
      <TextField
        label="Slug"
        value="a b"
        onValueChange={ignore}
        error="Type letters and digits."
        inputRef={{ current: null }}
      />
      <TextField label="Seller" value="Studio Ada" onValueChange={ignore} disabled />
      <TextField label="Website" value="" placeholder="example.com" onValueChange={ignore} />
      <EmailField value="" onValueChange={ignore} />
      <PasswordField value="brass-till-27" onValueChange={ignore} />
      <CodeField label="Code" value="123456" onValueChange={ignore} />
      <Row>
        <DateField label="From" value={date} onChange={setDate} />
        <DateField label="To" value={null} onChange={ignore} />
      </Row>
      <FormError>The form couldn’t be sent. Try again in a minute.</FormError>
    </Group>
  );
}

/** Controls that choose, each in its states. */
export function Choices() {
  const [color, setColor] = useState('Green');
  const [state, setState] = useState<string | null>(null);
  const [isOn, setIsOn] = useState(true);
  return (
    <Group title="Select, FilterSelect, SearchField, StateFilter, Combobox, Switch">
      <SearchField aria-label="Search your pages" placeholder="Name or URL" value="" onValueChange={ignore} />
      <StateFilter
        className="list-filters"
        options={[
          { value: null, label: 'All' },
          { value: 'paid', label: 'Paid' },
        ]}
        value={state}
        onChange={setState}
      />
      <Row>
        <FilterSelect
          label="Unset color filter"
          placeholder="Any color"
          Icon={Filter}
          value=""
          options={COLOR_OPTIONS}
          onChange={ignore}
        />
        <FilterSelect
          label="Color filter"
          placeholder="Any color"
          Icon={Filter}
          value={color}
          options={COLOR_OPTIONS}
          onChange={setColor}
        />
      </Row>
      <Select label="Color of the page" value={color} options={COLOR_OPTIONS} onChange={setColor} />
      <Select
        label="Color of the text"
        value="Blue"
        options={COLOR_OPTIONS}
        error="Choose a darker color."
        onChange={ignore}
      />
      <Select label="Color of the frame" value="Blue" options={COLOR_OPTIONS} disabled onChange={ignore} />
      <Field label="Color">
        {(fieldProps) => (
          <Combobox
            inputProps={fieldProps}
            label="Colors"
            selectedValue={color}
            selectedLabel={color}
            findOptions={(query) =>
              COLORS.filter((name) => name.toLowerCase().startsWith(query.toLowerCase())).map((name) => ({
                value: name,
                content: <span style={{ gridColumn: 'span 2' }}>{name}</span>,
              }))
            }
            isExactMatch={(value, query) => value.toLowerCase() === query.toLowerCase()}
            getEmptyMessage={(query) => `No colors match “${query}”`}
            onSelect={setColor}
          />
        )}
      </Field>
      <LabeledSwitch label="Show the price" checked={isOn} onChange={setIsOn} />
      <LabeledSwitch label="Show the seller" checked={false} onChange={ignore} />
      <LabeledSwitch label="Can’t be changed" checked={false} disabled onChange={ignore} />
    </Group>
  );
}
