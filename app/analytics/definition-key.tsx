import { Info } from 'lucide-react';

import { DEFINITIONS, type DefinitionId } from './definitions.ts';
import { InfoPop } from './info-pop.tsx';

/** Button that shows the definition and formula of a metric. */
export function DefinitionKey({ of }: { of: DefinitionId }) {
  const { name, means, formula } = DEFINITIONS[of];
  return (
    <InfoPop
      label={`What ${name} means`}
      className="an-info"
      mark={<Info className="i" aria-hidden="true" />}
    >
      <p className="h3">{name}</p>
      <p>{means}</p>
      <p className="an-formula receipt-type">{formula}</p>
    </InfoPop>
  );
}
