import { type DataOf, type devToken, devApp, type DevToken, type Endpoint } from '@yunduo/api-contract';
import { CopyButton } from '@yunduo/app-shell';
import { Button, Command } from '@yunduo/ui';
import { useEffect, useRef } from 'react';
import { useRuntimeConfig } from '../../shell/runtime-config.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './tokens.module.css';

/** The new token, shown once, with a working command. It takes the focus, so that the developer does not miss it. */
export function MadeToken({ made, onDone }: { made: DataOf<typeof devToken.create>; onDone: () => void }) {
  const t = useTranslations('panel');
  const config = useRuntimeConfig();
  const heading = useRef<HTMLHeadingElement>(null);
  // Another new token replaces it, and takes the focus.
  useEffect(() => heading.current?.focus(), [made]);
  const { kind, command } = exampleFor(made.item, made.token, config?.apiBaseUrl || location.origin);
  return (
    <div className={styles.made} role="region" aria-labelledby="made-token">
      <h3 id="made-token" ref={heading} tabIndex={-1}>
        {t('made.heading', { name: made.item.name })}
      </h3>
      <p>{t('made.text')}</p>
      <div className={styles.token}>
        <code translate="no" aria-label={t('made.token')} role="group">
          {made.token}
        </code>
        <CopyButton text={made.token} label={t('made.copy_token')} withText />
      </div>
      <h4>{t('made.example')}</h4>
      <p className="quiet">{t(`made.example_${kind}`)}</p>
      <Command
        label={t('made.example')}
        command={command}
        copy={<CopyButton text={command} label={t('made.copy_example')} />}
      />
      <Button kind="line" onClick={onDone}>
        {t('made.done')}
      </Button>
    </div>
  );
}

type Kind = 'read' | 'write' | 'submit';

/** A command for the token's first scope; a token that may read gets one that only reads. */
function exampleFor(
  { scopes, app }: Pick<DevToken, 'scopes' | 'app'>,
  token: string,
  origin: string,
): { kind: Kind; command: string } {
  const call = ({ url }: Endpoint, body?: object) =>
    [
      'curl',
      ...(body ? [`-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`] : []),
      `-H 'Authorization: Bearer ${token}'`,
      `${origin}/api${url}`,
    ].join(' ');
  if (scopes.includes('app:read')) return { kind: 'read', command: call(devApp.list) };
  if (scopes.includes('version:submit'))
    return { kind: 'submit', command: call(devApp.submit, { version_id: 1 }) };
  const started = { app_id: app?.id ?? 1, version: '1.0.0' };
  return { kind: 'write', command: call(devApp.versionSave, started) };
}
