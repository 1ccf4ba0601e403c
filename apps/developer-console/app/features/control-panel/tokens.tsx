import type { DataOf, DevAppItem, DevToken, devToken } from '@yunduo/api-contract';
import { lazyWithRetry, ConfirmDialog, showToast } from '@yunduo/app-shell';
import { useDevTokensQuery, useDevTokenRevokeMutation } from '@yunduo/data-access';
import { Button, Skeleton } from '@yunduo/ui';
import { useState } from 'react';
import { useWords } from '../../shell/words.ts';
import { PartFailed } from '../../parts/part-failed.tsx';
import { MadeToken } from './made-token.tsx';
import { TokenTable } from './token-table.tsx';
import styles from './tokens.module.css';

const CreateToken = lazyWithRetry(() => import('./create-token.tsx'));

/** Who may publish in the developer's name: tokens for build servers. */
export function Tokens({ apps }: { apps: readonly DevAppItem[] }) {
  const t = useWords('panel');
  const { data, isError, isFetching, refetch } = useDevTokensQuery();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<DataOf<typeof devToken.create> | null>(null);
  const [revoking, setRevoking] = useState<DevToken | null>(null);
  return (
    <section aria-labelledby="tokens">
      <div className={styles.head}>
        <div>
          <h2 id="tokens">{t('tokens.heading')}</h2>
          {/* Its line is there before the number is. */}
          <p className="quiet">{data ? t('tokens.lead', { limit: data.limit }) : '\u00a0'}</p>
        </div>
        <Button kind="line" onClick={() => setCreating(true)}>
          {t('tokens.create')}
        </Button>
      </div>
      {made && <MadeToken made={made} onDone={() => setMade(null)} />}
      {data ? (
        data.list.length > 0 ? (
          <TokenTable tokens={data.list} onRevoke={setRevoking} />
        ) : (
          <p>{t('tokens.nothing')}</p>
        )
      ) : isError ? (
        <PartFailed as="h3" retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label={t('tokens.loading')} shape="text" rows={2} />
      )}
      {creating && (
        <CreateToken
          apps={apps}
          onClose={() => setCreating(false)}
          onMade={(token) => {
            setMade(token);
            setCreating(false);
          }}
        />
      )}
      {revoking && <RevokeToken token={revoking} onClose={() => setRevoking(null)} />}
    </section>
  );
}

/** Ends a token, after a question: a build server may be at work with it. */
function RevokeToken({ token, onClose }: { token: DevToken; onClose: () => void }) {
  const t = useWords('panel');
  const [revoke] = useDevTokenRevokeMutation();
  return (
    <ConfirmDialog
      title={t('tokens.revoke_title', { name: token.name })}
      confirm={t('tokens.revoke_confirm')}
      cancel={t('tokens.revoke_keep')}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await revoke({ id: token.id }).unwrap();
        showToast(t('tokens.revoked_toast'));
      }}
    >
      <p>{t('tokens.revoke_text')}</p>
    </ConfirmDialog>
  );
}
