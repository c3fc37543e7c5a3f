import { Package } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { builderBundleMessages as messages } from '#content/messages/builder-bundle.ts';
import { BUNDLE_LIMITS } from '#domain/bundle.ts';

import { EntryCount, FieldHelp, getFieldId, Group } from '../fields/builder-field.tsx';
import { useConfigValue } from '../state/builder-context.ts';
import { useLazyForm } from './lazy-form.ts';

/** Other pages that the page sells together. The script of the list is loaded only where it is shown. */
export function BundleGroup() {
  const [items] = useConfigValue('bundle.items');
  const [isOpen, setIsOpen] = useState(false);
  const lazy = useLazyForm(isOpen || items.length > 0);
  return (
    <Group
      title={messages.title}
      aside={items.length > 0 && <EntryCount count={items.length} max={BUNDLE_LIMITS.max} />}
    >
      <p className="hint">{messages.hint}</p>
      {lazy ? (
        <lazy.BundleFields isNew={isOpen} />
      ) : (
        <Button Icon={Package} id={getFieldId('bundle')} className="justify-start" onClick={() => setIsOpen(true)}>
          {messages.start}
        </Button>
      )}
      <FieldHelp field="bundle" />
    </Group>
  );
}
