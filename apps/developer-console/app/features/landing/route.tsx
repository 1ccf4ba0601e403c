import { splitLocale } from '@yunduo/i18n';
import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { LandingPage } from './landing-page.tsx';
import { questionsOf } from './questions-of.server.ts';
import en from './questions.en.md?raw';
import zh from './questions.zh.md?raw';

/** Runs only in the build: the page contains its data, and client-side navigations load it as a file. */
export function loader({ request }: Route.LoaderArgs) {
  const { locale } = splitLocale(new URL(request.url).pathname);
  return { questions: questionsOf(locale === 'en' ? en : zh) };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => {
    const t = words('landing');
    return { title: t('title'), description: t('description', { days: REVIEW_WORKING_DAYS }), index: true };
  });

export default function Landing({ loaderData }: Route.ComponentProps) {
  return <LandingPage questions={loaderData.questions} />;
}
