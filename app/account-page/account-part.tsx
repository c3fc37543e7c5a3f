import type { ReactNode } from 'react';

import { labelOf, type AccountPartId } from './account-parts.ts';

type Props = { id: AccountPartId; about?: ReactNode; act?: ReactNode; children?: ReactNode };

/** A section of the page: heading, description, action and content. */
export function AccountPart({ id, about, act, children }: Props) {
  return (
    <section className="acc-part" id={id} aria-labelledby={`${id}-title`}>
      <div className="acc-part-head">
        <div>
          <h2 className="h2" id={`${id}-title`}>
            {labelOf(id)}
          </h2>
          {about && <p className="muted">{about}</p>}
        </div>
        {act}
      </div>
      {children}
    </section>
  );
}
