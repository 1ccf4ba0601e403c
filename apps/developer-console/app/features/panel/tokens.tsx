import type { DataOf, DevAppItem, DevToken, devToken } from '@yunduo/api-contract';
import {
  CopyButton,
  lazyWithRetry,
  ConfirmDialog,
  showToast,
  useLocale,
  useLocalePath,
} from '@yunduo/app-shell';
import { useDevTokensQuery, useDevTokenRevokeMutation } from '@yunduo/data-access';
import { Button, Skeleton } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import { useRuntimeConfig } from '../../shell/runtime-config.ts';
import { PartFailed } from '../../parts/part-failed.tsx';
import { MadeToken } from './made-token.tsx';
import { TokenTable } from './token-table.tsx';
import styles from './tokens.module.css';

const CreateToken = lazyWithRetry(() => import('./create-token.tsx'));

/** Tokens for build servers that publish in the developer's name. */
export function Tokens({ apps }: { apps: readonly DevAppItem[] }) {
  const t = useTranslations('panel');
  const { data, error, isFetching, refetch } = useDevTokensQuery();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<DataOf<typeof devToken.create> | null>(null);
  const [revoking, setRevoking] = useState<DevToken | null>(null);
  return (
    <section aria-labelledby="tokens">
      <div className={styles.head}>
        <div>
          <h2 id="tokens">{t('tokens.heading')}</h2>
          {/* Its line is reserved before the number has loaded. */}
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
      ) : error ? (
        <PartFailed as="h3" retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label={t('tokens.loading')} shape="text" rows={2} />
      )}
      <PublishFromBuild app={apps[0]?.app_key ?? 'your-app'} />
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

/** Configuration for a build server in addition to the token, in its own format; `origin` is the site's. */
const BUILDS = {
  github: (
    origin: string,
    app: string,
    notes: string,
  ): string => `- run: curl -fsSO ${origin}/developer-center/publish.mjs
- run: node publish.mjs --app ${app} --version "\${GITHUB_REF_NAME#v}" --package dist.tar.gz --repo "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY" ${notes}
  env:
    PUBLISH_TOKEN: \${{ secrets.PUBLISH_TOKEN }}
    PUBLISH_ORIGIN: ${origin}
`,
  gitlab: (origin: string, app: string, notes: string): string => `publish:
  image: node:24
  rules: [{ if: $CI_COMMIT_TAG }]
  variables: { PUBLISH_ORIGIN: '${origin}' }
  script:
    - curl -fsSO "$PUBLISH_ORIGIN/developer-center/publish.mjs"
    - node publish.mjs --app ${app} --version "\${CI_COMMIT_TAG#v}" --package dist.tar.gz --repo "$CI_PROJECT_URL" ${notes}
`,
} as const;

/** Instructions to publish a version from a build: lines for the file of GitHub Actions or GitLab CI. */
function PublishFromBuild({ app }: { app: string }) {
  const t = useTranslations('panel');
  const origin = useRuntimeConfig()?.apiBaseUrl || location.origin;
  const path = useLocalePath();
  const locale = useLocale();
  return (
    <div className={styles.builds}>
      <h3>{t('builds.heading')}</h3>
      <p className="quiet">
        {t('builds.text')} <a href={path('/developers/publishing')}>{t('builds.reference')}</a>
      </p>
      {(['github', 'gitlab'] as const).map((kind) => {
        // A submission needs a description in one language.
        const lines = BUILDS[kind](origin, app, `--notes-${locale} notes.${locale}.md`);
        return (
          <details key={kind}>
            <summary>{t(`builds.${kind}`)}</summary>
            <CopyButton text={lines} label={t(`builds.copy_${kind}`)} withText />
            {/* Lines longer than the box scroll, which must be possible by keyboard. */}
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable */}
            <pre translate="no" tabIndex={0} role="group" aria-label={t(`builds.${kind}`)}>
              {lines}
            </pre>
          </details>
        );
      })}
    </div>
  );
}

/** Revokes a token after a confirmation: a build server may be using it. */
function RevokeToken({ token, onClose }: { token: DevToken; onClose: () => void }) {
  const t = useTranslations('panel');
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
