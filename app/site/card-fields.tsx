import { useId } from 'react';

type Props = { label: string; placeholder: string; maxLength?: number };

function CardField({ label, placeholder, maxLength }: Props) {
  const id = useId();
  return (
    <div className="co-f">
      <label htmlFor={id}>{label}</label>
      <input className="co-in" id={id} placeholder={placeholder} maxLength={maxLength} disabled />
    </div>
  );
}

/** Card fields as on the provider's page, in the style of the sample. Disabled. */
export function SampleCardFields() {
  return (
    <>
      <CardField label="Cardholder name" placeholder="Name on the card" />
      <CardField label="Card information" placeholder="1234 1234 1234 1234" />
      <div className="co-two">
        <CardField label="Expiry" placeholder="MM / YY" />
        <CardField label="CVC" placeholder="123" maxLength={4} />
      </div>
    </>
  );
}
