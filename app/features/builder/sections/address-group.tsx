import { Check, CornerUpRight, LoaderCircle } from 'lucide-react';

import { MAX_SLUG, normalizeSlug, deriveSlug, filterSlug } from '#domain/slug.ts';

import { Group } from '../fields/builder-field.tsx';
import { ConfigTextField } from '../fields/builder-text-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { type SlugStatus, getReplacedSlug } from '../state/use-slug-status.ts';

/** Shows the URL that buyers will open, as far as it is known before publishing. */
function AddressHint() {
  const { config, liveSlug } = useBuilder();
  const customSlug = normalizeSlug(config.customSlug);
  const slug = customSlug || liveSlug || deriveSlug(config.productName);
  return (
    <>
      {!customSlug && !liveSlug && 'Leave it empty to take it from the product name. '}
      {slug ? (
        <>
          {customSlug || liveSlug ? 'Buyers open ' : 'That gives '}
          <span className="receipt-text text-emphasis break-anywhere">
            {window.location.host}/c/{slug}
          </span>
        </>
      ) : (
        'Without a name it is made up for you.'
      )}
    </>
  );
}

/** Shows whether the slug is available. The field itself shows the error if it is taken. */
function SlugAvailability({ status, isCurrent }: { status: SlugStatus; isCurrent: boolean }) {
  if (isCurrent || status === 'free')
    return (
      <>
        <Check className="i icon-ready" aria-hidden="true" />
        {isCurrent ? 'The address of this page' : 'Free to take'}
      </>
    );
  if (status === 'checking')
    return (
      <>
        <LoaderCircle className="i icon-spin" aria-hidden="true" />
        Checking whether it is free
      </>
    );
  return status === 'unknown' ? 'Whether it is free is told when you publish.' : null;
}

export function AddressGroup() {
  const { config, liveSlug, slugStatus } = useBuilder();
  const isCurrent = liveSlug !== null && normalizeSlug(config.customSlug) === liveSlug;
  const replacedSlug = getReplacedSlug(config.customSlug, liveSlug);
  return (
    <Group title="Address">
      <ConfigTextField
        field="customSlug"
        label="Custom slug"
        prefix="/c/"
        limit={MAX_SLUG}
        normalizeOnChange={filterSlug}
        hint={<AddressHint />}
        input={{ spellCheck: false, autoCapitalize: 'none', autoComplete: 'off', maxLength: 500 }}
      />
      <p className="hint slug-availability" role="status">
        <SlugAvailability status={slugStatus} isCurrent={isCurrent} />
      </p>
      {replacedSlug && (
        <p className="info-note small">
          <CornerUpRight className="i" aria-hidden="true" />
          <span>
            Once you publish, the old address <span className="receipt-text break-anywhere">/c/{replacedSlug}</span>{' '}
            leads to the new one.
          </span>
        </p>
      )}
    </Group>
  );
}
