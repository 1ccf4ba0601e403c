import type { Passkey, PasskeyCreation } from '@yunduo/api-contract';
import { ConfirmDialog, passkeySupport, showToast, useLocale } from '@yunduo/app-shell';
import {
  throwUnlessApiFailure,
  usePasskeyBeginMutation,
  usePasskeyRemoveMutation,
} from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Badge, Button, Notice } from '@yunduo/ui';
import { useRef, useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import panel from '../account.module.css';
import { NewPasskey, RenamePasskey } from './passkey-dialogs.tsx';
import styles from './second-factor.module.css';

interface PasskeysProps {
  passkeys: readonly Passkey[];
  /** True if only the password remains after the last passkey is removed. */
  onlyFactor: boolean;
  /** With recovery codes if the account had none. */
  onAdded: (codes: readonly string[] | null) => void;
}

type Open =
  | { is: 'new'; options: PasskeyCreation }
  | { is: 'name'; passkey: Passkey }
  | { is: 'remove'; passkey: Passkey };

/** The passkeys of the account: list, add, rename, remove. */
export function Passkeys({ passkeys, onlyFactor, onAdded }: PasskeysProps) {
  const t = useTranslations('secondFactor');
  const locale = useLocale();
  const [open, setOpen] = useState<Open | null>(null);
  const [begin, { isLoading: starting }] = usePasskeyBeginMutation();
  const [remove, { isLoading: removing }] = usePasskeyRemoveMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setOpen(null);
  const support = passkeySupport();
  // Before the dialog: the server may require re-authentication, which has its own dialog.
  const start = () =>
    void begin({})
      .unwrap()
      .then(({ options }) => setOpen({ is: 'new', options }), throwUnlessApiFailure);

  return (
    <section className={styles.passkeys} aria-labelledby="passkeys-heading">
      <div>
        <h2 id="passkeys-heading" ref={heading} tabIndex={-1}>
          {t('passkeys.heading')}
        </h2>
        <p className="quiet">{t('passkeys.lead')}</p>
      </div>
      {passkeys.length === 0 ? (
        <p>{t('passkeys.empty')}</p>
      ) : (
        <ul className={styles.keys} aria-label={t('passkeys.list')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <p className={styles.name}>
                  <strong>{passkey.label}</strong>
                  {passkey.backed_up && <Badge>{t('passkeys.backed_up')}</Badge>}
                </p>
                <p className="quiet">
                  {t('passkeys.added', { date: momentOf(passkey.created_at, locale) })}
                  {' · '}
                  {passkey.last_used_at
                    ? t('passkeys.used', { date: momentOf(passkey.last_used_at, locale) })
                    : t('passkeys.unused')}
                </p>
              </div>
              <div className={panel.foot}>
                <Button
                  kind="line"
                  size="sm"
                  aria-label={t('passkeys.rename_of', { label: passkey.label })}
                  onClick={() => setOpen({ is: 'name', passkey })}
                >
                  {t('passkeys.rename')}
                </Button>
                <Button
                  kind="danger"
                  size="sm"
                  busy={removing}
                  aria-label={t('passkeys.remove_of', { label: passkey.label })}
                  onClick={() => setOpen({ is: 'remove', passkey })}
                >
                  {t('passkeys.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {support === 'yes' ? (
        <div className={panel.foot}>
          <Button kind="line" busy={starting} onClick={start}>
            {t(starting ? 'starting' : 'passkeys.add')}
          </Button>
        </div>
      ) : (
        <Notice tone="info">
          <p>{t(support === 'browser' ? 'passkeys.no_browser' : 'passkeys.no_address')}</p>
        </Notice>
      )}
      {open?.is === 'new' && (
        <NewPasskey
          first={open.options}
          onClose={close}
          onAdded={(codes) => {
            close();
            showToast(t('passkeys.saved'));
            onAdded(codes);
          }}
        />
      )}
      {open?.is === 'name' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.is === 'remove' && (
        <ConfirmDialog
          title={t('passkeys.confirm_remove.heading', { label: open.passkey.label })}
          confirm={t('passkeys.confirm_remove.action')}
          danger
          onClose={close}
          onConfirm={() =>
            void remove({ id: open.passkey.id })
              .unwrap()
              .then(() => {
                showToast(t('passkeys.removed'));
                // The pressed button is unmounted.
                heading.current?.focus();
              }, throwUnlessApiFailure)
          }
        >
          <p>
            {t(
              onlyFactor && passkeys.length === 1
                ? 'passkeys.confirm_remove.last'
                : 'passkeys.confirm_remove.text',
            )}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
