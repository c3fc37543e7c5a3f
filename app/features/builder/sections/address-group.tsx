import { Check, CornerUpRight, LoaderCircle } from 'lucide-react';

import { RichText } from '#app/components/rich-text.tsx';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { MAX_SLUG, normalizeSlug, deriveSlug, filterSlug } from '#domain/slug.ts';

import { Group } from '../fields/builder-field.tsx';
import { ConfigTextField } from '../fields/builder-text-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { type SlugStatus, getReplacedSlug } from '../state/use-slug-status.ts';

const messages = builderSectionMessages.address;

/** Shows the URL that buyers will open, as far as it is known before publishing. */
function AddressHint() {
  const { config, liveSlug } = useBuilder();
  const customSlug = normalizeSlug(config.customSlug);
  const slug = customSlug || liveSlug || deriveSlug(config.productName);
  if (!slug) return messages.hint.random;
  const url = `${window.location.host}/c/${slug}`;
  return (
    <RichText
      text={customSlug || liveSlug ? messages.hint.current({ url }) : messages.hint.derived({ url })}
      tags={{ url: (text) => <span className="receipt-text text-emphasis break-anywhere">{text}</span> }}
    />
  );
}

/** Shows whether the slug is available. The field itself shows the error if it is taken. */
function SlugAvailability({ status, isCurrent }: { status: SlugStatus; isCurrent: boolean }) {
  if (isCurrent || status === 'free')
    return (
      <>
        <Check className="i icon-ready" aria-hidden="true" />
        {isCurrent ? messages.availability.current : messages.availability.available}
      </>
    );
  if (status === 'checking')
    return (
      <>
        <LoaderCircle className="i icon-spin" aria-hidden="true" />
        {messages.availability.checking}
      </>
    );
  return status === 'unknown' ? messages.availability.unknown : null;
}

export function AddressGroup() {
  const { config, liveSlug, slugStatus } = useBuilder();
  const isCurrent = liveSlug !== null && normalizeSlug(config.customSlug) === liveSlug;
  const replacedSlug = getReplacedSlug(config.customSlug, liveSlug);
  return (
    <Group title={messages.title}>
      <ConfigTextField
        field="customSlug"
        label={messages.label}
        prefix="/c/"
        limit={MAX_SLUG}
        normalizeOnChange={filterSlug}
        hint={<AddressHint />}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={500}
      />
      <p className="hint slug-availability" role="status">
        <SlugAvailability status={slugStatus} isCurrent={isCurrent} />
      </p>
      {replacedSlug && (
        <p className="info-note small">
          <CornerUpRight className="i" aria-hidden="true" />
          <span>
            <RichText
              text={messages.redirect({ path: `/c/${replacedSlug}` })}
              tags={{ path: (text) => <span className="receipt-text break-anywhere">{text}</span> }}
            />
          </span>
        </p>
      )}
    </Group>
  );
}
