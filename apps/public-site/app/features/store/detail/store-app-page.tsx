import type { AppDetail, AppItem } from '@yunduo/api-contract';
import { AppPage, lazyWithRetry, LocaleLink, useLocalePath } from '@yunduo/app-shell';
import { handledByView, useStoreViewMutation } from '@yunduo/data-access';
import { Button, buttonClass, Select } from '@yunduo/ui';
import { useEffect, useState } from 'react';
import { AppCards } from '../../../app-cards/app-cards.tsx';
import { useTranslations } from '../../../shell/words.ts';
import type { CheckedApp } from './check/server-facts.ts';
import { extrasWords } from './extras-words.ts';
import styles from './extras.module.css';
import { SaveButton } from './save/save-button.tsx';
import { Share } from './share.tsx';
import { SinceYours } from './since-yours.tsx';
import { Form } from 'react-router';
import compareStyles from './compare-form.module.css';

interface StoreAppPageProps {
  app: AppDetail;
  /** The product's name, which is content. */
  product: string;
  /** The installed version, if the address names one of this app. */
  from: string | null;
  neighbours: readonly AppItem[];
}

/**
 * Counts a view for the developer's statistics once the scripts run, which means after an interaction. Failures are
 * ignored.
 */
function useCountedView(id: number): void {
  const [count] = useStoreViewMutation();
  useEffect(() => {
    void count(handledByView({ id }));
  }, [count, id]);
}

/** The page of an app with the actions for visitors; the developer center previews only the page itself. */
export function StoreAppPage({ app, product, from, neighbours }: StoreAppPageProps) {
  useCountedView(app.id);
  return (
    <AppPage
      app={app}
      product={product}
      from={from}
      slots={{
        actions: <SaveButton id={app.id} />,
        install: <CheckButton app={app} />,
        compare: <CompareForm app={app} from={from} />,
        since: from !== null && <SinceYours app={app} from={from} />,
        more: neighbours.length > 0 && <Neighbours app={app} apps={neighbours} />,
        side: <Share id={app.id} name={app.name} />,
      }}
    />
  );
}

/** Links to related apps and to the whole category. */
function Neighbours({ app, apps }: { app: AppDetail; apps: readonly AppItem[] }) {
  const t = useTranslations('storeDetail');
  return (
    <section aria-labelledby="more-h" className={styles.more}>
      <div>
        <h2 id="more-h">{t('more.heading')}</h2>
        <LocaleLink to={`/store?cate=${app.cate}`}>{t('more.all', { category: app.cate_name })}</LocaleLink>
      </div>
      <AppCards apps={apps} to={(id) => `/store/${String(id)}`} />
    </section>
  );
}

const CheckDialog = lazyWithRetry(() => import('./check/check-dialog.tsx'), { words: extrasWords });

/** Button that opens the server check, before the visitor goes to the client. */
function CheckButton({ app }: { app: CheckedApp }) {
  const t = useTranslations('storeDetail');
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.scripted}>
      <Button kind="line" className={styles.wide} onClick={() => setOpen(true)}>
        {t('check')}
      </Button>
      {open && <CheckDialog app={app} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface CompareFormProps {
  app: AppDetail;
  from: string | null;
}

/** Form for the installed version; it submits by GET, so it works without scripts. */
function CompareForm({ app, from }: CompareFormProps) {
  const t = useTranslations('storeDetail');
  const path = useLocalePath()(`/store/${String(app.id)}`);
  const installed = [...app.update_log, ...(app.withdrawn ?? [])];
  if (installed.length < 2) return null;
  return (
    <Form className={compareStyles.compare} action={`${path}#log`} preventScrollReset>
      <label htmlFor="log-from">{t('log.from_label')}</label>
      <Select key={from} id="log-from" name="from" defaultValue={from ?? ''} required>
        <option value="">{t('log.from_any')}</option>
        {installed.map(({ version }) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </Select>
      <Button kind="line" type="submit">
        {t('log.from_submit')}
      </Button>
      {from !== null && (
        <LocaleLink
          to={`/store/${String(app.id)}#log`}
          className={buttonClass}
          data-kind="bare"
          preventScrollReset
        >
          {t('log.clear')}
        </LocaleLink>
      )}
    </Form>
  );
}
