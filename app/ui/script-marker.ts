import { createContext, useContext } from 'react';

/**
 * Marks the inline scripts that our own components write, as their nonce: unguessable, the same for one process, and
 * taken out of the finished document. Undefined in the browser, which writes none.
 */
export const ScriptMarker = createContext<string | undefined>(undefined);

export const useScriptMarker = (): string | undefined => useContext(ScriptMarker);
