import { Code, X } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';

import { MAX_EMBED_ORIGINS, originFrom, originProblem } from '#domain/embedding.ts';

import { Key } from '#app/ui/key.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, Group, idOf } from './builder-field.tsx';
import { EmbedDialog } from './embed-dialog.tsx';
import { IconKey } from './row-keys.tsx';

/** The sites that may embed the page. */
function OriginList({ onRemove }: { onRemove: (origin: string) => void }) {
  const { config, problemOf } = useBuilder();
  const { origins } = config.embedding;
  if (origins.length === 0) return null;
  return (
    <ul className="b-entries" aria-label="Sites">
      {origins.map((origin, place) => {
        const problem = problemOf(`embedding.${place}`);
        return (
          <li key={origin} id={idOf(`embedding.${place}`)} tabIndex={-1}>
            <div className="b-row b-site" data-invalid={problem !== null}>
              <span className="b-break" dir="ltr">
                {origin}
              </span>
              <span className="b-row-keys">
                <IconKey label={`Remove: ${origin}`} Icon={X} onClick={() => onRemove(origin)} />
              </span>
            </div>
            {problem && <ErrorLine>{problem}</ErrorLine>}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns why an origin cannot be added; null if it can. */
function refusalOf(typed: string, origins: readonly string[]): string | null {
  const problem = originProblem(typed);
  if (problem) return problem;
  if (origins.includes(originFrom(typed) ?? '')) return 'This site is on the list already';
  return origins.length >= MAX_EMBED_ORIGINS
    ? `A page can stand in at most ${MAX_EMBED_ORIGINS} sites`
    : null;
}

export function EmbeddingGroup() {
  const { config, set } = useBuilder();
  const { origins } = config.embedding;
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const errorId = `${idOf('embedding')}-new`;

  function add(event: FormEvent) {
    event.preventDefault();
    input.current?.focus();
    if (typed.trim() === '') return;
    const problem = refusalOf(typed, origins);
    setRefused(problem);
    const origin = originFrom(typed);
    if (problem || !origin) return;
    set('embedding', { origins: [...origins, origin] });
    setTyped('');
  }
  const remove = (gone: string) => {
    set('embedding', { origins: origins.filter((origin) => origin !== gone) });
    input.current?.focus();
  };

  return (
    <Group
      title="Embedding"
      aside={
        <Key size="sm" onClick={() => setShown(true)}>
          <Code className="i" aria-hidden="true" />
          Embed
        </Key>
      }
    >
      <p className="hint">
        Sites that may show this page inside their own. No other site can, and it takes effect when you
        publish.
      </p>
      <OriginList onRemove={remove} />
      <form className="b-add" onSubmit={add}>
        <input
          ref={input}
          className="in"
          id={idOf('embedding')}
          aria-label="Site"
          aria-invalid={refused ? true : undefined}
          aria-describedby={refused ? errorId : undefined}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          maxLength={2048}
          placeholder="https://www.example.com"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefused(null);
          }}
        />
        <Key type="submit">Add</Key>
        <span className="b-add-more">{refused && <ErrorLine id={errorId}>{refused}</ErrorLine>}</span>
      </form>
      <FieldMore field="embedding" />
      {shown && <EmbedDialog onClose={() => setShown(false)} />}
    </Group>
  );
}
