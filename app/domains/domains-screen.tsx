import { Plus } from 'lucide-react';
import { useState } from 'react';

import { useCall } from '#app/session/use-call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { Key } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { MAX_DOMAINS } from '#domain/seller-domain.ts';

import { AddDomainDialog } from './add-domain-dialog.tsx';
import { DomainList } from './domain-list.tsx';
import { NoDomains, NotInPlan } from './domains-blank.tsx';
import { useDomains } from './use-domains.ts';

const FAILED = 'Your domains could not be loaded';
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Custom domains and the pages that they serve. */
export function DomainsScreen({ sandbox }: { sandbox: boolean }) {
  const { answer, error, retry, act, remove } = useDomains();
  const listed = useCall('list-pages', {});
  const [adding, setAdding] = useState(false);
  const [fresh, setFresh] = useState<readonly string[]>([]);
  const ownMachine = sandbox && THIS_MACHINE.test(location.hostname);
  const pages = listed.state === 'ready' ? listed.answer.pages : [];
  const { domains = [], allowed = false } = answer ?? {};
  const full = domains.length >= MAX_DOMAINS;
  return (
    <>
      <div className="ph">
        <div className="dom-head">
          <h1 className="h1" tabIndex={-1}>
            Domains
          </h1>
          {domains.length > 0 && (
            <p className="muted">
              Names of your own, and the page that stands at each.{' '}
              {full && `A shop has at most ${MAX_DOMAINS}.`}
            </p>
          )}
        </div>
        {allowed && domains.length > 0 && !full && (
          <Key kind="primary" onClick={() => setAdding(true)}>
            <Plus className="i" aria-hidden="true" />
            Add a domain
          </Key>
        )}
      </div>
      {answer === null && error === null && <Skeleton rows={2} />}
      {answer === null && error !== null && (
        <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={retry} />
      )}
      {answer && !allowed && domains.length > 0 && <NotInPlan count={domains.length} />}
      {answer && domains.length > 0 && <DomainList {...{ domains, fresh, pages, act, remove }} />}
      {answer && domains.length === 0 && (
        <NoDomains {...{ allowed, ownMachine }} onAdd={() => setAdding(true)} />
      )}
      {adding && (
        <AddDomainDialog
          {...{ pages, domains, ownMachine }}
          onAdd={async (typed) => {
            const { id, name, state } = await act('add-domain', typed);
            setFresh([...fresh, id]);
            if (state !== 'live') toast({ title: `${name} is added`, message: 'Its records come next.' });
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
