import { TriangleAlert } from 'lucide-react';
import { Check, Code, CornerUpRight, LoaderCircle, X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { FieldError } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { builderFormMessages } from '#content/messages/builder-form.ts';
import { builderSettingsMessages } from '#content/messages/builder-settings.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { LIMITS } from '#domain/checkout-page.ts';
import { MAX_EMBED_ORIGINS, parseOrigin, validateOrigin } from '#domain/embedding.ts';
import { getLanguageName, PAGE_LANGUAGES } from '#domain/page-language.ts';
import { MAX_SLUG, deriveSlug, filterSlug, normalizeSlug } from '#domain/slug.ts';

import { AddForm } from '../fields/add-form.tsx';
import { ConfigSelect, FieldHelp, Group, focusControl, getFieldId } from '../fields/builder-field.tsx';
import { ConfigTextField } from '../fields/builder-text-field.tsx';
import { IconButton } from '../fields/icon-button.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { EmbedDialog } from '../share/share-dialogs.ts';
import { useBuilder } from '../state/builder-context.ts';
import { FormParts } from '../state/builder-provider.tsx';
import { type SlugStatus, getReplacedSlug } from '../state/use-page-validation.ts';
import { CouponsGroup } from './coupons-group.tsx';
import { PaymentGroup } from './payment-group.tsx';
import { AvailabilityGroup, CountdownGroup } from './schedule-groups.tsx';

const { fields, terms: termsMessages } = builderFormMessages;
const addressMessages = builderSettingsMessages.address;

/** Shows the URL that buyers will open, as far as it is known before publishing. */
function AddressHint() {
  const { config, liveSlug } = useBuilder();
  const customSlug = normalizeSlug(config.customSlug);
  const slug = customSlug || liveSlug || deriveSlug(config.productName);
  if (!slug) return addressMessages.hint.random;
  const url = `${window.location.host}/c/${slug}`;
  return (
    <RichText
      text={customSlug || liveSlug ? addressMessages.hint.current({ url }) : addressMessages.hint.derived({ url })}
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
        {isCurrent ? addressMessages.availability.current : addressMessages.availability.available}
      </>
    );
  if (status === 'checking')
    return (
      <>
        <LoaderCircle className="i icon-spin" aria-hidden="true" />
        {addressMessages.availability.checking}
      </>
    );
  return status === 'unknown' ? addressMessages.availability.unknown : null;
}

function AddressGroup() {
  const { config, liveSlug, slugStatus } = useBuilder();
  const isCurrent = liveSlug !== null && normalizeSlug(config.customSlug) === liveSlug;
  const replacedSlug = getReplacedSlug(config.customSlug, liveSlug);
  return (
    <Group title={addressMessages.title}>
      <ConfigTextField
        field="customSlug"
        label={addressMessages.label}
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
              text={addressMessages.redirect({ path: `/c/${replacedSlug}` })}
              tags={{ path: (text) => <span className="receipt-text break-anywhere">{text}</span> }}
            />
          </span>
        </p>
      )}
    </Group>
  );
}

const embeddingMessages = builderSettingsMessages.embedding;

/** The sites that may embed the page. */
function OriginList({ onRemove }: { onRemove: (origin: string) => void }) {
  const { config, getFieldError } = useBuilder();
  const { origins } = config.embedding;
  if (origins.length === 0) return null;
  return (
    <ul className="entry-list" aria-label={embeddingMessages.list}>
      {origins.map((origin, index) => {
        const fieldError = getFieldError(`embedding.${index}`);
        return (
          <li key={origin} id={getFieldId(`embedding.${index}`)} tabIndex={-1}>
            <div className="sortable-row sortable-row--fixed" data-invalid={fieldError !== null}>
              <span className="break-anywhere" dir="ltr">
                {origin}
              </span>
              <span className="row-buttons">
                <IconButton label={embeddingMessages.remove({ origin })} Icon={X} onClick={() => onRemove(origin)} />
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

function EmbeddingGroup() {
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
      title={embeddingMessages.title}
      aside={
        <Button Icon={Code} size="sm" onClick={() => setDialogOpen(true)}>
          {embeddingMessages.open}
        </Button>
      }
    >
      <p className="hint">{embeddingMessages.hint}</p>
      <OriginList onRemove={remove} />
      <AddForm
        field="embedding"
        add={add}
        submitLabel={embeddingMessages.add}
        aria-label={embeddingMessages.input}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={2048}
        placeholder={embeddingMessages.placeholder}
      />
      <FieldHelp field="embedding" />
      {dialogOpen && <EmbedDialog onClose={() => setDialogOpen(false)} />}
    </Group>
  );
}

/** A warning that does not block publishing, because the seller may have reasons. */
const TermsWarning = () => (
  <p className="warning-note small">
    <TriangleAlert className="i" aria-hidden="true" />
    <span>{termsMessages.missingLink}</span>
  </p>
);

const URL_FIELDS = ['termsUrl', 'privacyUrl'] as const;

function TermsGroup() {
  const { config } = useBuilder();
  return (
    <Group title={termsMessages.title}>
      <ConfigSwitch path="requireTerms" label={fields.requireTerms} hint={termsMessages.requireTermsHint} />
      {config.requireTerms && config.termsUrl.trim() === '' && <TermsWarning />}
      {URL_FIELDS.map((field) => (
        <ConfigTextField
          key={field}
          field={field}
          label={fields[field]}
          limit={LIMITS.url}
          type="url"
          inputMode="url"
          placeholder={termsMessages.urlPlaceholder}
          spellCheck={false}
          dir="ltr"
        />
      ))}
    </Group>
  );
}

const languageMessages = builderFormMessages.language;

const LANGUAGES = PAGE_LANGUAGES.map((value) => ({ value, label: getLanguageName(value) })).toSorted((one, other) =>
  one.label.localeCompare(other.label, 'en'),
);

const LanguageGroup = () => (
  <Group title={languageMessages.title}>
    <ConfigSelect field="language" label={fields.language} hint={languageMessages.hint} options={LANGUAGES} />
  </Group>
);

export function SettingsTab() {
  return (
    <FormParts>
      <AddressGroup />
      <CouponsGroup />
      <CountdownGroup />
      <AvailabilityGroup />
      <PaymentGroup />
      <TermsGroup />
      <LanguageGroup />
      <EmbeddingGroup />
    </FormParts>
  );
}
