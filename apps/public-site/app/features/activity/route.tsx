import { LocaleLink, Prose, RichText } from '@yunduo/app-shell';
import { activityApi, load, useActivityCurrentQuery } from '@yunduo/data-access';
import { buttonClass, EmptyState, PageHead } from '@yunduo/ui';
import { seo } from '../../seo.ts';
import { useTranslations } from '../../shell/words.ts';
import type { Route } from './+types/route.ts';
import type { Activity } from '@yunduo/api-contract';
import styles from './activity.module.css';
import { StatePanel } from './state-panel.tsx';
import { useLiveActivity } from './use-live-activity.ts';

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
  const { data, refetch } = useActivityCurrentQuery();
  if (!data) return null;
  return data.activity ? (
    <ActivityPage
      key={data.activity.id}
      initial={data.activity}
      serverTime={data.server_time}
      onGone={() => void refetch()}
    />
  ) : (
    <NoActivity />
  );
}

/** No current, upcoming or past activity. */
function NoActivity() {
  const t = useTranslations('activity');
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

interface ActivityPageProps {
  /** The activity as the page was rendered. */
  initial: Activity;
  /** The server's clock at that time. */
  serverTime: string;
  /** Called if the activity was withdrawn. */
  onGone: () => void;
}

/** A promotional activity (R2.04): state, how to take part, description and terms. */
function ActivityPage({ initial, serverTime, onGone }: ActivityPageProps) {
  const t = useTranslations('activity');
  const live = useLiveActivity(initial, serverTime, onGone);
  const { activity } = live;
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <PageHead title={activity.title} lead={activity.intro} />
      <div className={styles.columns}>
        <StatePanel {...live} serverTime={serverTime} />
        <div className={styles.main}>
          {activity.html && (
            <section aria-labelledby="about-h">
              <h2 id="about-h">{t('about')}</h2>
              <RichText html={activity.html} />
            </section>
          )}
          {activity.terms && (
            <section aria-labelledby="terms-h">
              <h2 id="terms-h">{t('terms')}</h2>
              <Prose html={activity.terms} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}
