import { typedTranslations } from '@yunduo/app-shell';
import type { ConsoleWords } from '@yunduo/i18n-developer-console';

/** The console's own words: `const t = useTranslations('apps')`. */
export const useTranslations = typedTranslations<ConsoleWords>();
