/** Who runs this shop and answers for it. All of it is a sample: put yourself in its place. */
export const OPERATOR = {
  name: 'Tillwright Workshop',
  address: '1 Example Street, Example Town, Ireland',
  privacyEmail: 'privacy@tillwright.example',
  legalEmail: 'legal@tillwright.example',
  /** Whose law holds, and whose courts decide. */
  law: 'Ireland',
} as const;
