import { CircleAlert } from 'lucide-react';

import { API_SCOPE_NAMES, API_SCOPES, type ApiScope } from '#domain/api-key.ts';

import { PRESETS, presetOf, type ScopePreset } from './scope-choice.ts';

type Props = {
  scopes: readonly ApiScope[];
  onChange: (scopes: readonly ApiScope[]) => void;
  problem: string | null;
};

/** Selects a key's scopes, individually or by preset. */
export function ScopeFields({ scopes, onChange, problem }: Props) {
  const held = presetOf(scopes);
  return (
    <fieldset className="field hook-choice" aria-describedby={problem ? 'key-scopes-problem' : undefined}>
      <legend className="lab">It may</legend>
      <div className="keys" role="group" aria-label="Presets">
        {(Object.keys(PRESETS) as ScopePreset[]).map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={held === preset}
            onClick={() => onChange(PRESETS[preset].scopes)}
          >
            {PRESETS[preset].label}
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
                  API_SCOPE_NAMES.filter((one) => (one === scope ? target.checked : scopes.includes(one))),
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
      {problem && (
        <p className="err" id="key-scopes-problem" role="alert">
          <CircleAlert className="i" aria-hidden="true" />
          <span>{problem}</span>
        </p>
      )}
    </fieldset>
  );
}
