import { typedTranslations } from '@yunduo/app-shell';
import type { Words } from '@yunduo/i18n';
import type { developerTerms } from '@yunduo/i18n/zh/developer-terms';
import type { ConsoleWords } from '@yunduo/i18n-developer-console';

/** The console's own words: `const t = useTranslations('apps')`. */
export const useTranslations = typedTranslations<ConsoleWords>();

const useTermsOf = typedTranslations<{ developerTerms: Words<typeof developerTerms> }>();

/** Terms for fields, actions, steps and reasons, shared by mails and pages; the feature loads them with its words. */
export const useDeveloperTerms = () => useTermsOf('developerTerms');
