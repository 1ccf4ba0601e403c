import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { LoginPage } from './login-page.tsx';
import { sectionOf, SECTION_WORDS } from './sections.ts';

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('login');
    const section = sectionOf(new URLSearchParams(args.location.search));
    return { title: t(`title.${SECTION_WORDS[section]}`), description: t('description'), index: false };
  });

export default LoginPage;
