import { Code, X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { FieldError } from '#app/components/field.tsx';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { MAX_EMBED_ORIGINS, parseOrigin, validateOrigin } from '#domain/embedding.ts';

import { AddForm } from '../fields/add-form.tsx';
import { FieldHelp, focusControl, Group, getFieldId } from '../fields/builder-field.tsx';
import { IconButton } from '../fields/icon-button.tsx';
import { EmbedDialog } from '../share/embed-dialog.tsx';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderSectionMessages.embedding;

/** The sites that may embed the page. */
function OriginList({ onRemove }: { onRemove: (origin: string) => void }) {
  const { config, getFieldError } = useBuilder();
  const { origins } = config.embedding;
  if (origins.length === 0) return null;
  return (
    <ul className="entry-list" aria-label={messages.list}>
      {origins.map((origin, index) => {
        const fieldError = getFieldError(`embedding.${index}`);
        return (
          <li key={origin} id={getFieldId(`embedding.${index}`)} tabIndex={-1}>
            <div className="sortable-row sortable-row--fixed" data-invalid={fieldError !== null}>
              <span className="break-anywhere" dir="ltr">
                {origin}
              </span>
              <span className="row-buttons">
                <IconButton label={messages.remove({ origin })} Icon={X} onClick={() => onRemove(origin)} />
              </span>
            </div>
            {fieldError && <FieldError>{fieldError}</FieldError>}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns why an origin cannot be added; null if it can. */
function getOriginError(text: string, origins: readonly string[]): string | null {
  const originError = validateOrigin(text);
  if (originError) return originError;
  if (origins.includes(parseOrigin(text) ?? '')) return pageRuleMessages.embedding.duplicate;
  return origins.length >= MAX_EMBED_ORIGINS ? pageRuleMessages.embedding.tooMany({ max: MAX_EMBED_ORIGINS }) : null;
}

export function EmbeddingGroup() {
  const { config, set } = useBuilder();
  const { origins } = config.embedding;
  const [dialogOpen, setDialogOpen] = useState(false);

  function add(text: string) {
    const error = getOriginError(text, origins);
    const origin = parseOrigin(text);
    if (!error && origin) set('embedding', { origins: [...origins, origin] });
    return error;
  }
  const remove = (removed: string) => {
    set('embedding', { origins: origins.filter((origin) => origin !== removed) });
    focusControl('embedding');
  };

  return (
    <Group
      title={messages.title}
      aside={
        <Button Icon={Code} size="sm" onClick={() => setDialogOpen(true)}>
          {messages.open}
        </Button>
      }
    >
      <p className="hint">{messages.hint}</p>
      <OriginList onRemove={remove} />
      <AddForm
        field="embedding"
        add={add}
        submitLabel={messages.add}
        aria-label={messages.input}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={2048}
        placeholder={messages.placeholder}
      />
      <FieldHelp field="embedding" />
      {dialogOpen && <EmbedDialog onClose={() => setDialogOpen(false)} />}
    </Group>
  );
}
