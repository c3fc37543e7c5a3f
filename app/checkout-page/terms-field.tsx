import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import { TERMS_SENTENCE } from '#domain/terms-agreement.ts';
import { parseSafeUrl } from '#domain/text.ts';

import type { CheckoutFormProps } from './checkout-page-props.ts';
import { getInvalidProps, FieldErrorMessage } from './field-error-message.tsx';

/** A link to the seller's document; plain text if the URL is invalid. */
export function SellerLink({ url, field, children }: { url: string; field: string; children: string }) {
  const href = parseSafeUrl(url.trim());
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noopener nofollow ugc" data-field={field}>
      {children}
    </a>
  );
}

/** Terms checkbox. It has no `required` attribute, because the page shows its own 'Terms required' message. */
export function TermsField(props: CheckoutFormProps) {
  const { config, pay, values, prefix } = props;
  return (
    <div className="co-f" data-field="requireTerms">
      <div className="co-terms">
        <input
          type="checkbox"
          id={`${prefix}terms`}
          name="terms"
          value="yes"
          defaultChecked={values?.terms}
          {...getInvalidProps(props, 'terms')}
        />
        <label htmlFor={`${prefix}terms`}>
          {TERMS_SENTENCE.map((piece) =>
            typeof piece === 'string' ? (
              piece
            ) : (
              <SellerLink key={piece.urlKey} url={config[piece.urlKey]} field={piece.urlKey}>
                {piece.text}
              </SellerLink>
            ),
          )}
        </label>
      </div>
      {!pay && <p className="co-note">{checkoutPageMessages.form.termsNote}</p>}
      <FieldErrorMessage {...props} field="terms" />
    </div>
  );
}
