import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { Badge } from '@yunduo/ui';

interface VersionLinksProps {
  /** Its words: the heading, and the mark of the version in force. */
  heading: string;
  current: string;
  versions: readonly { version: string; published_at: string; current: boolean }[];
  /** The version that the page shows. */
  shown: string;
  /** Path without a language; the version in force has the page's own. */
  path: string;
  className?: string | undefined;
}

/** All published versions of a text or a product, each with its address. */
export function VersionLinks({ heading, current, versions, shown, path, className }: VersionLinksProps) {
  const locale = useLocale();
  return (
    <nav aria-labelledby="versions-h">
      <h2 id="versions-h">{heading}</h2>
      <ul className={className}>
        {versions.map((each) => (
          <li key={each.version}>
            <LocaleLink
              to={each.current ? path : `${path}?version=${encodeURIComponent(each.version)}`}
              aria-current={each.version === shown ? 'page' : undefined}
            >
              <b>{each.version}</b>
              <time dateTime={each.published_at}>{dayOf(each.published_at, locale)}</time>
            </LocaleLink>
            {each.current && <Badge tone="brand">{current}</Badge>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
