import { CircleAlert } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { BASE_OPTION, listPriceOptions } from '#domain/offer.ts';

import { Button } from '#app/ui/key.tsx';

import { useBuilder } from './builder-context.ts';
import { previewCoupon, type CouponPreview } from './buyer-pays.ts';
import { useNow } from './use-now.ts';

const ID = 'coupon-trial';

function PreviewResult({ preview }: { preview: CouponPreview }) {
  if (preview.kind === 'refused')
    return (
      <div className="err b-trial-no">
        <CircleAlert className="i" aria-hidden="true" />
        <span>{preview.message}</span>
      </div>
    );
  return (
    <dl className="lines b-trial-yes num">
      <div>
        <dt>Price</dt>
        <span className="dots" aria-hidden="true" />
        <dd>
          <del>{preview.original}</del>
        </dd>
      </div>
      <div className="neg">
        <dt className="b-break">{preview.code}</dt>
        <span className="dots" aria-hidden="true" />
        <dd>−{preview.saved}</dd>
      </div>
      <div className="b-strong">
        <dt>Buyers pay</dt>
        <span className="dots" aria-hidden="true" />
        <dd>{preview.total}</dd>
      </div>
    </dl>
  );
}

/** Lets the seller test a coupon code as a buyer would use it, with the unpublished config. */
export function CouponTester() {
  const { config } = useBuilder();
  const [code, setCode] = useState('');
  const [testedCode, setTestedCode] = useState<string | null>(null);
  const [optionId, setOptionId] = useState(BASE_OPTION);
  const now = useNow();
  const options = listPriceOptions(config);
  const preview = testedCode === null ? null : previewCoupon(config, testedCode, now, optionId);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTestedCode(code.trim() === '' ? null : code);
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
          aria-invalid={preview?.kind === 'refused' ? true : undefined}
          value={code}
          onChange={({ target }) => {
            setCode(target.value);
            setTestedCode(null);
          }}
        />
        <Button type="submit">Try it</Button>
      </div>
      {options.length > 1 && (
        <select
          className="in"
          aria-label="For which price"
          value={options.some(({ id }) => id === optionId) ? optionId : BASE_OPTION}
          onChange={({ target }) => setOptionId(target.value)}
        >
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <div id={`${ID}-more`} role="status">
        {preview && <PreviewResult preview={preview} />}
      </div>
    </form>
  );
}
