import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Banner } from '#app/components/banner.tsx';
import { Button } from '#app/components/button.tsx';
import { useCopy } from '#app/components/copy-button.tsx';
import { FormDialog, AlertDialog, Dialog } from '#app/components/dialog.tsx';
import { FormError } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Select } from '#app/components/select.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { ConfirmationLinkButton } from '#app/lib/session/confirmation-link.tsx';
import { apiKeyFormMessages } from '#content/messages/api-key-form.ts';
import { type ApiScope, API_SCOPE_NAMES, API_SCOPES } from '#domain/api-key.ts';

import { KEY_LIFETIMES, READ_SCOPES, SCOPE_PRESETS, getScopePreset, type ScopePreset } from './api-key-scopes.ts';
import { SecretBox } from './secret-box.tsx';

const { form: messages, created: createdMessages } = apiKeyFormMessages;

type CreatedKeyProps = { name: string; secret: string; onClose: () => void };

/** Shows a new API key once. Closing without copying requires a confirmation. */
function CreatedKeyDialog({ name, secret, onClose }: CreatedKeyProps) {
  const { copied, copy } = useCopy(secret);
  const [wasCopied, setWasCopied] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  if (copied && !wasCopied) setWasCopied(true);
  const handleClose = () => (wasCopied ? onClose() : setIsConfirming(true));
  if (isConfirming)
    return (
      <AlertDialog
        title={createdMessages.closeDialog.title}
        description={createdMessages.closeDialog.text}
        cancelLabel={createdMessages.closeDialog.back}
        confirmLabel={createdMessages.closeDialog.confirm}
        onConfirm={onClose}
        onClose={() => setIsConfirming(false)}
      />
    );
  const Icon = copied ? Check : Copy;
  return (
    <Dialog
      title={createdMessages.title({ name })}
      className="dlg integration-dialog"
      description={<p>{createdMessages.text}</p>}
      onClose={handleClose}
      initialFocus=".secret-box .key"
    >
      <SecretBox
        label={createdMessages.label}
        secret={secret}
        onCopy={() => setWasCopied(true)}
        button={
          <Button Icon={Icon} size="sm" variant="primary" onClick={copy}>
            {copied ? createdMessages.copied : createdMessages.copy}
          </Button>
        }
      />
      <Banner variant="canary" Icon={TriangleAlert}>
        <span>
          <RichText text={createdMessages.warning} />
        </span>
      </Banner>
      <div className="dialog__actions">
        <Button onClick={handleClose}>{createdMessages.done}</Button>
      </div>
    </Dialog>
  );
}

type Props = {
  scopes: readonly ApiScope[];
  onChange: (scopes: readonly ApiScope[]) => void;
  error: string | null;
};

/** Selects a key's scopes, individually or by preset. */
function ScopeFields({ scopes, onChange, error }: Props) {
  const currentPreset = getScopePreset(scopes);
  return (
    <fieldset className="field option-fieldset" aria-describedby={error ? 'key-scopes-problem' : undefined}>
      <legend className="lab">{messages.permissions}</legend>
      <div className="keys" role="group" aria-label={messages.presets}>
        {(Object.keys(SCOPE_PRESETS) as ScopePreset[]).map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={currentPreset === preset}
            onClick={() => onChange(SCOPE_PRESETS[preset].scopes)}
          >
            {SCOPE_PRESETS[preset].label}
          </button>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */}
      <div className="option-fieldset__groups" role="region" aria-label={messages.permissionList} tabIndex={0}>
        {API_SCOPE_NAMES.map((scope) => (
          <label key={scope} className="checkrow">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                onChange(
                  API_SCOPE_NAMES.filter((candidate) =>
                    candidate === scope ? target.checked : scopes.includes(candidate),
                  ),
                )
              }
            />
            <span>
              {API_SCOPES[scope]}
              <span className="code-text muted">{scope}</span>
            </span>
          </label>
        ))}
      </div>
      <FormError id="key-scopes-problem">{error}</FormError>
    </fieldset>
  );
}

const NO_EXPIRY = String(null);

/** Creates an API key after step-up authentication and shows it. */
export function CreateApiKeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(READ_SCOPES);
  const [lifetime, setLifetime] = useState(String(KEY_LIFETIMES[1]?.days ?? null));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, error, code, run } = useRpcMutation('create-api-key', {
    onSuccess: (created) => setSecret(created.secret),
    invalidates: ['list-api-keys'],
  });
  const nameError = wasSubmitted && !name.trim() ? messages.missingName : null;
  const scopeError = wasSubmitted && scopes.length === 0 ? messages.missingPermission : null;
  const createKey = () => {
    setWasSubmitted(true);
    if (!name.trim() || scopes.length === 0) return;
    const days = lifetime === NO_EXPIRY ? {} : { days: Number(lifetime) };
    void run({ name: name.trim(), scopes: [...scopes], ...days });
  };
  if (secret !== null) return <CreatedKeyDialog name={name.trim()} secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      className="dlg integration-dialog"
      title={messages.title}
      submitLabel={messages.submit}
      busyLabel={busy && messages.busy}
      onSubmit={createKey}
      onClose={onClose}
    >
      <TextField
        label={messages.name}
        placeholder={messages.namePlaceholder}
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={80}
        dir="auto"
        value={name}
        onValueChange={setName}
        error={nameError}
      />
      <ScopeFields scopes={scopes} onChange={setScopes} error={scopeError} />
      <Select
        label={messages.expiration}
        hint={messages.expirationHint}
        value={lifetime}
        options={KEY_LIFETIMES.map(({ days, label }) => ({ value: String(days), label }))}
        onChange={setLifetime}
      />
      <FormError>{error}</FormError>
      <ConfirmationLinkButton code={code} />
    </FormDialog>
  );
}
