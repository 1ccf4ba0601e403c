import { typedWords } from '@yunduo/app-shell';
import type { SiteWords } from '@yunduo/i18n-public-site';

/** The public site's own words: `const t = useWords('store')`. */
export const useWords = typedWords<SiteWords>();
