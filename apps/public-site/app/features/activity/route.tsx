import { LocaleLink } from '@yunduo/app-shell';
import { activityApi, load, useActivityCurrentQuery } from '@yunduo/data-access';
import { buttonClass, EmptyState, PageHead } from '@yunduo/ui';
import { seo } from '../../seo.ts';
import { useWords } from '../../shell/words.ts';
import type { Route } from './+types/route.ts';
import { ActivityPage } from './activity-page.tsx';

async function loadActivity(context: Route.LoaderArgs['context']) {
  const { activity } = await load(context, activityApi.endpoints.activityCurrent.initiate());
  return activity && { title: activity.title, intro: activity.intro };
}

export const loader = ({ context }: Route.LoaderArgs) => loadActivity(context);
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadActivity(context);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('activity');
    const activity = args.loaderData;
    return { title: activity?.title ?? t('title'), description: activity?.intro ?? t('description') };
  });

export default function ActivityRoute() {
  const { data } = useActivityCurrentQuery();
  if (!data) return null;
  return data.activity ? (
    <ActivityPage key={data.activity.id} told={data.activity} serverTime={data.server_time} />
  ) : (
    <NoActivity />
  );
}

/** Nothing on, nothing to come, nothing past. */
function NoActivity() {
  const t = useWords('activity');
  return (
    <div className="wrap">
      <PageHead title={t('heading')} />
      <EmptyState
        title={t('none.title')}
        action={
          <LocaleLink className={buttonClass} data-kind="line" data-size="md" to="/#email">
            {t('none.action')}
          </LocaleLink>
        }
      >
        {t('none.text')}
      </EmptyState>
    </div>
  );
}
