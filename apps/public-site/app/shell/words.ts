import { typedTranslations } from '@yunduo/app-shell';
import type { SiteWords } from '@yunduo/i18n-public-site';

/** The public site's own words: `const t = useTranslations('store')`. */
export const useTranslations = typedTranslations<SiteWords>();
