import { communityApi, load, useActivityCurrentQuery } from '@yunduo/data-access';
import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { ActivityPage } from './activity-page.tsx';
import { NoActivity } from './no-activity.tsx';

async function loadActivity(context: Route.LoaderArgs['context']) {
  const { activity } = await load(context, communityApi.endpoints.activityCurrent.initiate());
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
