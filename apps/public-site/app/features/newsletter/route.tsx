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

/** Where the links of the newsletter's mails lead. Opening one changes nothing, since scanners of mail open links too. */
export default function NewsletterRoute() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return purposeOf(query) === 'confirm' ? (
    <Confirm key={token} token={token} />
  ) : (
    <Unsubscribe key={token} token={token} />
  );
}

/** What the link of a mail is for. */
type Purpose = 'confirm' | 'unsubscribe';

/** From the query of the address; anything unknown confirms nothing by itself, so it is the harmless question. */
const purposeOf = (query: URLSearchParams): Purpose =>
  query.get('do') === 'unsubscribe' ? 'unsubscribe' : 'confirm';
