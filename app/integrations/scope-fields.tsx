import { CircleAlert } from 'lucide-react';

import { API_SCOPE_NAMES, API_SCOPES, type ApiScope } from '#domain/api-key.ts';

import { SCOPE_PRESETS, getScopePreset, type ScopePreset } from './scope-choice.ts';

type Props = {
  scopes: readonly ApiScope[];
  onChange: (scopes: readonly ApiScope[]) => void;
  error: string | null;
};

/** Selects a key's scopes, individually or by preset. */
export function ScopeFields({ scopes, onChange, error }: Props) {
  const currentPreset = getScopePreset(scopes);
  return (
    <fieldset className="field hook-choice" aria-describedby={error ? 'key-scopes-problem' : undefined}>
      <legend className="lab">It may</legend>
      <div className="keys" role="group" aria-label="Presets">
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
      <div className="hook-groups" role="region" aria-label="What it may do" tabIndex={0}>
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
              <span className="hook-code muted">{scope}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="err" id="key-scopes-problem" role="alert">
          <CircleAlert className="i" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
