const TOKEN_PATTERN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gy;
const SPACE_PATTERN = /\s*/y;

function tokenize(text: string): string[] | null {
  const tokens: string[] = [];
  let position = 0;
  for (;;) {
    SPACE_PATTERN.lastIndex = position;
    SPACE_PATTERN.test(text);
    position = SPACE_PATTERN.lastIndex;
    if (position >= text.length) return tokens;
    TOKEN_PATTERN.lastIndex = position;
    const token = TOKEN_PATTERN.exec(text)?.[0];
    if (token === undefined) return null;
    tokens.push(token);
    position += token.length;
  }
}

/** Indents JSON without parsing values, so every value stays exactly as sent. */
export function formatJson(text: string): string {
  const tokens = tokenize(text);
  if (tokens === null || !/^[{[]/.test(tokens[0] ?? '')) return text;
  let depth = 0;
  let formatted = '';
  const newLine = () => `\n${'  '.repeat(Math.max(depth, 0))}`;
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      depth += 1;
      formatted += next === '}' || next === ']' ? token : token + newLine();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const previous = tokens[index - 1];
      formatted += previous === '{' || previous === '[' ? token : newLine() + token;
    } else if (token === ',') formatted += token + newLine();
    else formatted += token === ':' ? ': ' : token;
  }
  return formatted;
}
