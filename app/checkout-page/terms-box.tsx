import { TERMS_SENTENCE } from '#domain/terms.ts';
import { safeUrl } from '#domain/text.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { invalid, ProblemLine } from './problem-line.tsx';

/** A link to the seller's document; plain text if the URL is invalid. */
export function SellerLink({ url, field, children }: { url: string; field: string; children: string }) {
  const href = safeUrl(url.trim());
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noopener nofollow ugc" data-field={field}>
      {children}
    </a>
  );
}

type TermsBoxProps = Pick<CheckoutPageProps, 'config' | 'pay' | 'problems' | 'typed'> & { prefix: string };

/** Terms checkbox. It has no `required` attribute, because the page shows its own 'Terms required' message. */
export function TermsBox({ config, pay, problems, typed, prefix }: TermsBoxProps) {
  const problemId = `${prefix}terms-problem`;
  return (
    <div className="co-f" data-field="requireTerms">
      <div className="co-terms">
        <input
          type="checkbox"
          id={`${prefix}terms`}
          name="terms"
          value="yes"
          defaultChecked={typed?.terms}
          {...invalid(problemId, problems?.terms, Boolean(pay && !problems?.form))}
        />
        <label htmlFor={`${prefix}terms`}>
          {TERMS_SENTENCE.map((piece) =>
            typeof piece === 'string' ? (
              piece
            ) : (
              <SellerLink key={piece.address} url={config[piece.address]} field={piece.address}>
                {piece.words}
              </SellerLink>
            ),
          )}
        </label>
      </div>
      {!pay && <p className="co-note">The buyer agrees to the terms before paying.</p>}
      <ProblemLine id={problemId} problem={problems?.terms} />
    </div>
  );
}
