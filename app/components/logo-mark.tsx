/** The logo mark: a T made of the receipt slot and a receipt with a pink edge. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" fill="#f8d83e" />
      <rect x="5" y="6" width="18" height="5" rx="2.5" fill="#0a2b1f" />
      <path d="M9.5 9.5h9v13.2l-1.5-1.4-1.5 1.4-1.5-1.4-1.5 1.4-1.5-1.4-1.5 1.4z" fill="#0a2b1f" />
      <path d="M16.6 12.6v8.2" stroke="#f03978" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  );
}
