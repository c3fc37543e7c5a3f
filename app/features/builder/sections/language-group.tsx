import { builderFormMessages } from '#content/messages/builder-form.ts';
import { getLanguageName, PAGE_LANGUAGES } from '#domain/page-language.ts';

import { BuilderField, Group, useFieldProps } from '../fields/builder-field.tsx';
import { NativeSelect } from '../fields/native-select.tsx';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderFormMessages.language;

const OPTIONS = PAGE_LANGUAGES.map((value) => ({ value, label: getLanguageName(value) })).toSorted((one, other) =>
  one.label.localeCompare(other.label, 'en'),
);

/** The language of the seller's texts. */
export function LanguageGroup() {
  const { config, set } = useBuilder();
  return (
    <Group title={messages.title}>
      <BuilderField field="language" label={builderFormMessages.fields.language} hint={messages.hint}>
        <NativeSelect
          {...useFieldProps('language', true)}
          value={config.language}
          options={OPTIONS}
          onValueChange={(language) => set('language', language)}
        />
      </BuilderField>
    </Group>
  );
}
