/** Operator of this installation. Sample values: replace all of them. */
export const OPERATOR = {
  name: 'Tillwright Workshop',
  address: '1 Example Street, Example Town, Ireland',
  privacyEmail: 'privacy@tillwright.example',
  legalEmail: 'legal@tillwright.example',
  /** Governing law and jurisdiction. */
  law: 'Ireland',
} as const;
