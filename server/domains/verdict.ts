import type { NetworkConfig } from '#server/reach-config.ts';
import type { DomainRow } from '#server/db/domains.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';

import { isProof } from './look-up.ts';

/** `isProven`: the TXT record matches; `pointsHere`: the host points to this app. */
export type DomainEvaluation = { isProven: boolean; pointsHere: boolean; fits: boolean };

/** Requires every address to be ours, because visitors are sent to any of them. */
export function evaluateDomain(
  reach: NetworkConfig,
  { verificationToken: proof }: Pick<DomainRow, 'verificationToken'>,
  finding: DomainFinding,
): DomainEvaluation {
  const { txt, cname, addresses, ours } = finding;
  const isProven = txt.some((text) => isProof(text, proof));
  const isByName = reach.domainTarget !== null && cname.includes(reach.domainTarget);
  const isByAddress = addresses.length > 0 && addresses.every((address) => ours.includes(address));
  const pointsHere = isByName || isByAddress;
  return { isProven: isProven, pointsHere, fits: isProven && pointsHere };
}
