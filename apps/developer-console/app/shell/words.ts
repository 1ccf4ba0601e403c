import { typedWords } from '@yunduo/app-shell';
import type { ConsoleWords } from '@yunduo/i18n-developer-console';

/** The console's own words: `const t = useWords('apps')`. */
export const useWords = typedWords<ConsoleWords>();
