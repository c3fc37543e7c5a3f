import { CircleAlert } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { BASE_OPTION, optionsOf } from '#domain/offer.ts';

import { Key } from '#app/ui/key.tsx';

import { useBuilder } from './builder-context.ts';
import { buyerPays, type BuyerPays } from './buyer-pays.ts';
import { useNow } from './use-now.ts';

const ID = 'coupon-trial';

function Outcome({ pays }: { pays: BuyerPays }) {
  if (pays.kind === 'refused')
    return (
      <div className="err b-trial-no">
        <CircleAlert className="i" aria-hidden="true" />
        <span>{pays.message}</span>
      </div>
    );
  return (
    <dl className="lines b-trial-yes num">
      <div>
        <dt>Price</dt>
        <span className="dots" aria-hidden="true" />
        <dd>
          <del>{pays.original}</del>
        </dd>
      </div>
      <div className="neg">
        <dt className="b-break">{pays.code}</dt>
        <span className="dots" aria-hidden="true" />
        <dd>−{pays.saved}</dd>
      </div>
      <div className="b-strong">
        <dt>Buyers pay</dt>
        <span className="dots" aria-hidden="true" />
        <dd>{pays.total}</dd>
      </div>
    </dl>
  );
}

/** Lets the seller test a coupon code as a buyer would use it, with the unpublished config. */
export function CouponTrial() {
  const { config } = useBuilder();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState<string | null>(null);
  const [plan, setPlan] = useState(BASE_OPTION);
  const now = useNow();
  const options = optionsOf(config);
  const pays = tried === null ? null : buyerPays(config, tried, now, plan);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(typed.trim() === '' ? null : typed);
  }
  return (
    <form className="field" onSubmit={submit} aria-label="Try a coupon">
      <label htmlFor={ID}>What would a buyer pay?</label>
      <div className="b-add">
        <input
          id={ID}
          className="in"
          placeholder="Type a code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          aria-describedby={`${ID}-more`}
          aria-invalid={pays?.kind === 'refused' ? true : undefined}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setTried(null);
          }}
        />
        <Key type="submit">Try it</Key>
      </div>
      {options.length > 1 && (
        <select
          className="in"
          aria-label="For which price"
          value={options.some(({ id }) => id === plan) ? plan : BASE_OPTION}
          onChange={({ target }) => setPlan(target.value)}
        >
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <div id={`${ID}-more`} role="status">
        {pays && <Outcome pays={pays} />}
      </div>
    </form>
  );
}
