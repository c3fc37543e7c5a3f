import { Plus } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { MAX_BUMPS, type OrderBump } from '#domain/order-bump.ts';

import { ConfigSelect, EntryCount, FieldHelp, focusControl, getFieldId, Group } from '../fields/builder-field.tsx';
import { SortableList } from '../fields/sortable-list.tsx';
import { useConfigValue } from '../state/builder-context.ts';
import { useLazyForm } from './lazy-form.ts';

const messages = builderOfferMessages.extras;

const ID_LENGTH = 8;

/** The id is permanent: orders refer to it. */
const createBump = (): OrderBump => ({
  id: crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH),
  enabled: true,
  title: '',
  text: '',
  image: null,
  price: '',
  regularPrice: '',
  billing: 'one-time',
  offeredWith: null,
});

const POSITIONS = [
  { value: 'above-button', label: messages.position.aboveButton },
  { value: 'under-price', label: messages.position.underPrice },
] as const;

/** Optional extras that buyers can add to their order. */
export function OrderBumpsGroup() {
  const [items, setItems] = useConfigValue('bumps.items');
  const lazy = useLazyForm(items.length > 0);
  function add() {
    setItems([...items, createBump()]);
    focusControl(`bumps.${items.length}`);
  }
  return (
    <Group title={messages.title} aside={<EntryCount count={items.length} max={MAX_BUMPS} />}>
      <p className="hint">{messages.hint}</p>
      <SortableList field="bumps" items={items} getKey={({ id }) => id} onChange={setItems}>
        {(bump, row, changeBump) =>
          lazy && (
            <lazy.BumpCard
              {...{ bump, row }}
              change={(changes, typedKey) =>
                changeBump({ ...bump, ...changes }, typedKey && `bumps.${bump.id}.${typedKey}`)
              }
            />
          )
        }
      </SortableList>
      {items.length < MAX_BUMPS && (
        <Button Icon={Plus} id={getFieldId('bumps')} className="justify-start" onClick={add}>
          {messages.add}
        </Button>
      )}
      {items.length > 0 && <ConfigSelect field="bumps.position" label={messages.position.label} options={POSITIONS} />}
      <FieldHelp field="bumps" />
    </Group>
  );
}
