import type { DevSuggestion } from '@yunduo/api-contract';
import { createContext, useContext } from 'react';

interface EditedApp {
  id: number;
  /** Of the version in preparation. */
  suggestions: readonly DevSuggestion[];
  /** The developer has the turn. */
  answerable: boolean;
  /** Somebody has seen its key: it stays. */
  keyFixed: boolean;
}

/** Which app the page edits, and what a reviewer asked for. */
export const AppContext = createContext<EditedApp>({
  id: 0,
  suggestions: [],
  answerable: false,
  keyFixed: false,
});
export const useAppId = (): number => useContext(AppContext).id;
export const useEditedApp = (): EditedApp => useContext(AppContext);
