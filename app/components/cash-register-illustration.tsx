const ROWS = [0, 1, 2, 3];
const COLUMNS = [0, 1, 2, 3, 4, 5];

const FILLS = ['#fbfcf6', '#f8d83e', '#f03978'];

function getKeyFill(row: number, column: number): string | undefined {
  if (column < 5) return FILLS[0];
  return row === 3 ? FILLS[2] : FILLS[1];
}

const keyPath = (row: number, column: number, lift: number): string => {
  const left = 106.3 - 2.2 * row + column * (35.68 + 0.88 * row);
  return `M${left.toFixed(1)} ${200 + 26 * row - lift}a13 9.5 0 1 0 26 0a13 9.5 0 1 0-26 0`;
};

const KEY_POSITIONS = ROWS.flatMap((row) => COLUMNS.map((column) => ({ row, column })));

function Keyboard() {
  return (
    <>
      <path d={KEY_POSITIONS.map(({ row, column }) => keyPath(row, column, 0)).join('')} fill="#0a4632" />
      {FILLS.map((fill) => (
        <path
          key={fill}
          d={KEY_POSITIONS.filter(({ row, column }) => getKeyFill(row, column) === fill)
            .map(({ row, column }) => keyPath(row, column, 4))
            .join('')}
          fill={fill}
        />
      ))}
    </>
  );
}

/** Up to four digits, right-aligned in the display. */
function DisplayDigits({ text }: { text: string }) {
  const characters = Array.from(text);
  return characters.map((character, index) => {
    const x = 224 + 33 * (index + 4 - characters.length);
    return (
      <g key={index}>
        <rect x={x} y="80" width="29" height="56" rx="4" fill={/\d/.test(character) ? '#fbfcf6' : '#f8d83e'} />
        <text x={x + 14.5} y="122" textAnchor="middle" className="cash-register__digit">
          {character}
        </text>
      </g>
    );
  });
}

function ReceiptPaper() {
  return (
    <>
      <path
        d="M96 168V62l6.5-8 6.5 8 6.5-8 6.5 8 6.5-8 6.5 8 6.5-8 6.5 8 6.5-8 6.5 8 6.5-8 6 8v106z"
        fill="#fcfefd"
        stroke="#b9c4be"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path
        d="M108 84h30M108 98h44M108 112h22M152 112h10M108 126h36"
        stroke="#9aa59f"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M169 64v100" stroke="#f03978" strokeWidth="4" />
    </>
  );
}

export function CashRegisterIllustration({ displayText, label }: { displayText: string; label: string }) {
  return (
    <svg className="cash-register" viewBox="0 0 440 400" role="img" aria-label={label}>
      <ellipse cx="220" cy="384" rx="196" ry="10" fill="#000" opacity=".16" />
      <ReceiptPaper />
      <path d="M62 300l24-132c2-10 8-16 18-16h232c10 0 16 6 18 16l24 132z" fill="#17805b" />
      <path d="M86 168c2-10 8-16 18-16h232c10 0 16 6 18 16l2 10H84z" fill="#229a70" />
      <rect x="88" y="158" width="94" height="12" rx="6" fill="#03130d" />
      <rect x="206" y="54" width="164" height="100" rx="16" fill="#0c5a3f" />
      <rect x="218" y="68" width="140" height="68" rx="7" fill="#03130d" />
      <DisplayDigits text={displayText} />
      <Keyboard />
      <rect x="322" y="188" width="26" height="92" rx="8" fill="#0c5a3f" />
      <rect x="326" y="192" width="18" height="84" rx="6" fill="#f8d83e" />
      <rect x="40" y="300" width="360" height="78" rx="10" fill="#0a4632" />
      <rect x="54" y="312" width="332" height="54" rx="7" fill="#12694a" />
      <rect x="184" y="332" width="72" height="14" rx="7" fill="#f8d83e" />
      <rect x="184" y="340" width="72" height="6" rx="3" fill="#cfa508" />
    </svg>
  );
}
