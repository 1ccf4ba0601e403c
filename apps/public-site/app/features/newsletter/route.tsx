import { useSearchParams } from 'react-router';
import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { Confirm } from './confirm.tsx';
import { Unsubscribe } from './unsubscribe.tsx';

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('newsletter');
    const purpose = purposeOf(new URLSearchParams(args.location.search));
    return { title: t(`title.${purpose}`), description: t('description'), index: false };
  });

/** Target of the links in newsletter mails. Opening one changes nothing, since mail scanners open links too. */
export default function NewsletterRoute() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return purposeOf(query) === 'confirm' ? (
    <Confirm key={token} token={token} />
  ) : (
    <Unsubscribe key={token} token={token} />
  );
}

/** Purpose of a mail's link. */
type Purpose = 'confirm' | 'unsubscribe';

/**
 * From the query; an unknown value falls back to `confirm`, which is harmless since nothing happens without a press.
 */
const purposeOf = (query: URLSearchParams): Purpose =>
  query.get('do') === 'unsubscribe' ? 'unsubscribe' : 'confirm';
