import { splitLocale } from '@yunduo/i18n';
import { requireSession } from '@yunduo/session';
import { data } from 'react-router';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { DeskPage } from './desk-page.tsx';
import { roomOf } from './rooms.ts';

const roomAt = (pathname: string) => roomOf(splitLocale(pathname).path);

// The data is for operators only: the pages fetch it.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  if (!roomAt(new URL(request.url).pathname)) throw data(null, { status: 404 });
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => {
    const t = words('desk');
    const title = t(`room.${roomAt(args.location.pathname) ?? 'today'}`);
    return { title: `${title} · ${t('heading')}`, description: t('description') };
  });

export default DeskPage;
