import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { useAsked } from '#app/session/use-asked.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { Key } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { MAX_API_KEYS, type ApiKey } from '#domain/api-key.ts';

import { KeyTable } from './key-table.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { Part } from './part.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

const FAILED = 'Your keys could not be loaded';
const EVERY_MS = 30_000;

function NoKeys({ onMake }: { onMake: () => void }) {
  return (
    <div className="sheet hook-blank">
      <KeyRound className="i hook-blank-icon" aria-hidden="true" />
      <div className="hook-blank-words">
        <h3 className="h3">Let your own programs in</h3>
        <p className="muted">
          Whatever you do on these screens a program can do as well: publish a page, make a coupon, read the
          orders. It shows a key that you make here, which may do no more than you allow it, and ends as soon
          as you revoke it.
        </p>
        <Key kind="primary" onClick={onMake}>
          <Plus className="i" aria-hidden="true" />
          Make a key
        </Key>
      </div>
    </div>
  );
}

/** Section with the seller's API keys. */
export function KeysPart() {
  const { answer, error, look, retry } = useAsked('list-api-keys', {}, EVERY_MS);
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const some = answer !== null && answer.keys.length > 0;
  const make = () => setMaking(true);
  return (
    <Part
      id="keys"
      title="API keys"
      about={
        <>
          Your programs show a key to read and change what you see here.{' '}
          <a className="link" href="/developers" target="_blank" rel="noreferrer">
            How to use the API
          </a>
        </>
      }
      act={
        some &&
        answer.keys.length < MAX_API_KEYS && (
          <Key onClick={make}>
            <Plus className="i" aria-hidden="true" />
            Make a key
          </Key>
        )
      }
    >
      {answer === null &&
        (error === null ? (
          <Skeleton rows={2} />
        ) : (
          <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={retry} />
        ))}
      {answer && !some && <NoKeys onMake={make} />}
      {some && (
        <div className="sheet">
          <KeyTable keys={answer.keys} onRevoke={setRevoking} />
          {answer.keys.length >= MAX_API_KEYS && (
            <p className="hook-room small muted">
              These are all the keys that a shop can have. Revoke one to make another.
            </p>
          )}
        </div>
      )}
      {making && <NewKeyDialog onMade={look} onClose={() => setMaking(false)} />}
      {revoking && <RevokeDialog apiKey={revoking} onRevoked={look} onClose={() => setRevoking(null)} />}
    </Part>
  );
}
