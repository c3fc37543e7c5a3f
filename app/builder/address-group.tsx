import { Check, CornerUpRight, LoaderCircle } from 'lucide-react';

import { MAX_SLUG, slugForSaving, slugFromName, slugFromTyped } from '#domain/slug.ts';

import { useBuilder } from './builder-context.ts';
import { Group } from './builder-field.tsx';
import type { SlugStatus } from './slug-check.ts';
import { leftSlug } from './slug-typed.ts';
import { TextField } from './text-field.tsx';
import { useSlugCheck } from './use-slug-check.ts';

/** Shows the URL that buyers will open, as far as it is known before publishing. */
function AddressHint() {
  const { config, liveSlug } = useBuilder();
  const typed = slugForSaving(config.customSlug);
  const slug = typed || liveSlug || slugFromName(config.productName);
  return (
    <>
      {!typed && !liveSlug && 'Leave it empty to take it from the product name. '}
      {slug ? (
        <>
          {typed || liveSlug ? 'Buyers open ' : 'That gives '}
          <span className="receipt-type b-ink b-break">
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
function Availability({ status, own }: { status: SlugStatus; own: boolean }) {
  if (own || status.kind === 'free')
    return (
      <>
        <Check className="i b-ready" aria-hidden="true" />
        {own ? 'The address of this page' : 'Free to take'}
      </>
    );
  if (status.kind === 'checking')
    return (
      <>
        <LoaderCircle className="i b-turn" aria-hidden="true" />
        Checking whether it is free
      </>
    );
  return status.kind === 'unknown' ? 'Whether it is free is told when you publish.' : null;
}

export function AddressGroup() {
  const { config, liveSlug } = useBuilder();
  const status = useSlugCheck(config.customSlug, liveSlug);
  const own = liveSlug !== null && slugForSaving(config.customSlug) === liveSlug;
  const left = leftSlug(config.customSlug, liveSlug);
  return (
    <Group title="Address">
      <TextField
        field="customSlug"
        label="Custom slug"
        affix="/c/"
        limit={MAX_SLUG}
        typed={slugFromTyped}
        hint={<AddressHint />}
        input={{ spellCheck: false, autoCapitalize: 'none', autoComplete: 'off', maxLength: 500 }}
      />
      <p className="hint b-free" role="status">
        <Availability {...{ status, own }} />
      </p>
      {left && (
        <p className="b-note small">
          <CornerUpRight className="i" aria-hidden="true" />
          <span>
            Once you publish, the old address <span className="receipt-type b-break">/c/{left}</span> leads to
            the new one.
          </span>
        </p>
      )}
    </Group>
  );
}
