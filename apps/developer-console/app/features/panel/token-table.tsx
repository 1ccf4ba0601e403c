import type { DevToken } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { dayOf, momentOf } from '@yunduo/i18n';
import { Badge, Button, Table, type BadgeTone, type Column } from '@yunduo/ui';
import { DAY, DEV_TOKEN_NOTICE_DAYS } from '@yunduo/validation';
import { TimeZone } from '../../parts/time-zone.tsx';
import { serverNow } from '../../shell/runtime-config.ts';
import { useTranslations } from '../../shell/words.ts';
import { SCOPE_WORDS } from './scope-words.ts';
import styles from './tokens.module.css';

/** Badge tone of a token: amber in its last week, when its developer is notified. */
function toneOf({ state, expires_at }: DevToken): BadgeTone {
  if (state !== 'live') return 'neutral';
  return Date.parse(expires_at) - serverNow() <= DEV_TOKEN_NOTICE_DAYS * DAY ? 'warn' : 'good';
}

/** The tokens, including expired and revoked ones: logs of build servers refer to them. */
export function TokenTable({
  tokens,
  onRevoke,
}: {
  tokens: readonly DevToken[];
  onRevoke: (token: DevToken) => void;
}) {
  const t = useTranslations('panel');
  const locale = useLocale();
  const columns: Column<DevToken>[] = [
    {
      key: 'name',
      header: t('tokens.name'),
      cell: ({ name, hint }) => (
        <>
          <b className={styles.name}>{name}</b>
          <small className="num">{hint}…</small>
        </>
      ),
    },
    {
      key: 'scopes',
      header: t('tokens.scopes'),
      cell: ({ scopes, app }) => (
        <>
          <ul className={styles.scopes}>
            {scopes.map((scope) => (
              <li key={scope}>{t(SCOPE_WORDS[scope])}</li>
            ))}
          </ul>
          <small>{app ? app.name : t('tokens.every_app')}</small>
        </>
      ),
    },
    {
      key: 'state',
      header: t('tokens.state'),
      cell: (token) => (
        <>
          <Badge tone={toneOf(token)}>{t(`tokens.${token.state}`)}</Badge>
          {token.state !== 'revoked' && (
            <small>
              <time dateTime={token.expires_at}>
                {t('tokens.until', { date: dayOf(token.expires_at, locale) })}
              </time>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'used',
      header: t('tokens.used'),
      cell: ({ last_used_at }) =>
        last_used_at ? (
          <time dateTime={last_used_at}>{momentOf(last_used_at, locale)}</time>
        ) : (
          <span className="quiet">{t('tokens.never')}</span>
        ),
    },
    {
      key: 'actions',
      header: t('tokens.actions'),
      kind: 'actions',
      cell: (token) =>
        token.state === 'live' && (
          <Button
            kind="line"
            size="sm"
            aria-label={t('tokens.revoke_label', { name: token.name })}
            onClick={() => onRevoke(token)}
          >
            {t('tokens.revoke')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Table caption={t('tokens.heading')} columns={columns} rows={tokens} rowKey={({ id }) => id} />
      <TimeZone />
    </>
  );
}
