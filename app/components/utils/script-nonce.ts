import { createContext, useContext } from 'react';

/**
 * The nonce of inline scripts that our components render. It is random for each process and is replaced in the finished
 * document. Undefined in the browser, which renders no inline scripts.
 */
export const ScriptNonceContext = createContext<string | undefined>(undefined);

export const useScriptNonce = (): string | undefined => useContext(ScriptNonceContext);
