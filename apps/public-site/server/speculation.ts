import { LOCALES, localePath } from '@yunduo/i18n';
import { type PageName, type PageRule, PAGES } from '../app/route-map.ts';

/** Path of the rules. The `Speculation-Rules` header of content pages names it, so the policy allows no inline rules. */
export const SPECULATION_RULES = '/speculation-rules.json';

/** The lists: a filter is a link to the same page with another query. */
const LISTS: ReadonlySet<string> = new Set<PageName>(['application', 'store']);

/**
 * Links that open a content page of this site as a document: while the application runs the router opens them, for
 * signed-in visitors too. A link that stores something when it is pressed is left to the press.
 */
const LINKS =
  ':root:not([data-hydrated],[data-signed-in]) a:not([download],[target],[hreflang],[data-intent],[data-scripted])';

/**
 * Speculation rules of the content pages, whose documents are the same for all visitors: the browser prerenders a page
 * when the pointer rests on its link, or when the press begins (docs/decisions/0090). Addresses with values, such as
 * those of mail links, match no rule.
 */
export const speculationRules: string = JSON.stringify({
  prerender: [
    {
      source: 'document',
      where: {
        and: [
          {
            href_matches: LOCALES.flatMap((locale) =>
              (PAGES as readonly PageRule[])
                .filter(({ data }) => data)
                .map(({ name, path }) => ({
                  pathname: localePath(locale, path),
                  search: LISTS.has(name) ? '*' : '',
                })),
            ),
          },
          { selector_matches: LINKS },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});
