import type { DevSuggestion } from '@yunduo/api-contract';
import { createContext, useContext } from 'react';

interface EditedApp {
  id: number;
  /** Suggestions of the version in preparation. */
  suggestions: readonly DevSuggestion[];
  /** True if the developer has to act next. */
  answerable: boolean;
  /** The app has been published or submitted: its key cannot change. */
  keyFixed: boolean;
}

/** The edited app, and the reviewer's suggestions. */
export const AppContext = createContext<EditedApp>({
  id: 0,
  suggestions: [],
  answerable: false,
  keyFixed: false,
});
export const useAppId = (): number => useContext(AppContext).id;
export const useEditedApp = (): EditedApp => useContext(AppContext);
