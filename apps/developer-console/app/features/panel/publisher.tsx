import type { Publisher, User } from '@yunduo/api-contract';
import { lazyWithRetry } from '@yunduo/app-shell';
import { useDevPublisherQuery } from '@yunduo/data-access';
import { Badge, Button, DescriptionList, Skeleton } from '@yunduo/ui';
import { useState } from 'react';
import { PartFailed } from '../../parts/part-failed.tsx';
import { useTranslations } from '../../shell/words.ts';
import styles from './tokens.module.css';

const PublisherForm = lazyWithRetry(() => import('./publisher-form.tsx'));
const PublisherProof = lazyWithRetry(() => import('./publisher-proof.tsx'));

/** The publisher as shown to visitors of the store, and whether the website is verified. */
export function PublisherState({ user }: { user: User }) {
  const t = useTranslations('publisher');
  const { data, error, isFetching, refetch } = useDevPublisherQuery();
  const [editing, setEditing] = useState(false);
  const publisher = data?.publisher;
  return (
    <section aria-labelledby="publisher">
      <div className={styles.head}>
        <div>
          <h2 id="publisher">{t('heading')}</h2>
          <p className="quiet">{t('lead')}</p>
        </div>
        {data && (
          <Button kind="line" onClick={() => setEditing(true)}>
            {t(publisher ? 'edit' : 'add')}
          </Button>
        )}
      </div>
      {publisher ? (
        <>
          <Facts publisher={publisher} />
          {publisher.proof && !publisher.proof.proved_at && (
            <PublisherProof key={publisher.proof.host} proof={publisher.proof} />
          )}
        </>
      ) : data ? (
        <p>{t('none', { nickname: user.nickname })}</p>
      ) : error ? (
        <PartFailed as="h3" retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label={t('loading')} shape="text" rows={3} />
      )}
      {editing && data && <PublisherForm publisher={data.publisher} onClose={() => setEditing(false)} />}
    </section>
  );
}

function Facts({ publisher: { name, support_email, website, proof } }: { publisher: Publisher }) {
  const t = useTranslations('publisher');
  return (
    <DescriptionList
      layout="rows"
      items={[
        { term: t('name'), value: [...new Set([name.zh, name.en])].filter(Boolean).join(' / ') },
        { term: t('email'), value: support_email },
        {
          term: t('website'),
          value: website ? (
            <>
              {website}{' '}
              <Badge tone={proof?.proved_at ? 'good' : 'neutral'} icon={proof?.proved_at ? 'check' : 'alert'}>
                {t(proof?.proved_at ? 'verified' : 'unverified')}
              </Badge>
            </>
          ) : (
            t('website_none')
          ),
        },
      ]}
    />
  );
}
