const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gy;
const SPACE = /\s*/y;

function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  let place = 0;
  for (;;) {
    SPACE.lastIndex = place;
    SPACE.test(text);
    place = SPACE.lastIndex;
    if (place >= text.length) return tokens;
    TOKEN.lastIndex = place;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return null;
    tokens.push(token);
    place += token.length;
  }
}

/** Indents JSON without parsing values, so every value stays exactly as sent. */
export function prettyJson(text: string): string {
  const tokens = tokensOf(text);
  if (tokens === null || !/^[{[]/.test(tokens[0] ?? '')) return text;
  let depth = 0;
  let pretty = '';
  const line = () => `\n${'  '.repeat(Math.max(depth, 0))}`;
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      depth += 1;
      pretty += next === '}' || next === ']' ? token : token + line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const before = tokens[index - 1];
      pretty += before === '{' || before === '[' ? token : line() + token;
    } else if (token === ',') pretty += token + line();
    else pretty += token === ':' ? ': ' : token;
  }
  return pretty;
}
