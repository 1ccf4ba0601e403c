import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { LandingPage } from './landing-page.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => {
    const t = words('landing');
    return { title: t('title'), description: t('description', { days: REVIEW_WORKING_DAYS }), index: true };
  });

export default LandingPage;
