import type { User, UserFactors } from '@yunduo/api-contract';
import { ConfirmDialog, showToast, useLocale } from '@yunduo/app-shell';
import { localDraft } from '@yunduo/app-shell/drafts';
import {
  throwUnlessApiFailure,
  useFactorsQuery,
  useRecoveryCodesMutation,
  useTotpBeginMutation,
  useTotpRemoveMutation,
} from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Button, PageHead, Skeleton, StatusDot } from '@yunduo/ui';
import { FACTOR } from '@yunduo/validation';
import { useEffect, useRef, useState } from 'react';
import { PartFailed } from '../../../shell/part-failed.tsx';
import { useTranslations } from '../../../shell/words.ts';
import panel from '../account.module.css';
import { Passkeys } from './passkeys.tsx';
import styles from './second-factor.module.css';
import { NewCodes, SetUp, type Scanned } from './steps.tsx';

/** The current view: overview, setup of an authenticator app, or new codes, which are shown once. */
type Stage =
  | { at: 'rest'; after?: 'step' }
  | { at: 'setup'; setup: Scanned }
  | { at: 'codes'; codes: readonly string[] };

/** Two-step sign-in: on or off, an app, passkeys, recovery codes. A default export, for `lazyWithRetry`. */
export default function SecondFactor({ user }: { user: User }) {
  const t = useTranslations('secondFactor');
  const [stage, setStage] = useState<Stage>(() => {
    const setup = pendingSetup.read(user.id);
    return setup ? { at: 'setup', setup } : { at: 'rest' };
  });
  const { data, error, isFetching, refetch } = useFactorsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [begin, { isLoading: starting }] = useTotpBeginMutation();
  const rest = () => {
    pendingSetup.end();
    setStage({ at: 'rest', after: 'step' });
  };
  const setUp = () =>
    begin()
      .unwrap()
      .then((setup) => {
        pendingSetup.keep(user.id, setup);
        setStage({ at: 'setup', setup });
      }, throwUnlessApiFailure);

  return (
    <>
      <PageHead title={t('heading')} lead={t('lead')} />
      {stage.at === 'setup' ? (
        <SetUp
          key={stage.setup.secret}
          setup={stage.setup}
          onCancel={rest}
          onAgain={() => void setUp()}
          onDone={(codes) => {
            showToast(t('turned_on'));
            rest();
            if (codes) setStage({ at: 'codes', codes });
          }}
        />
      ) : stage.at === 'codes' ? (
        <NewCodes codes={stage.codes} email={user.email} onDone={rest} />
      ) : data ? (
        <Standing
          factors={data}
          takesFocus={stage.after === 'step'}
          starting={starting}
          onSetUp={() => void setUp()}
          onCodes={(codes) => setStage({ at: 'codes', codes })}
        />
      ) : error ? (
        <PartFailed title={t('load_failed')} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label={t('loading')} shape="text" rows={2} />
      )}
    </>
  );
}

const entry = localDraft('totp-setup');
/**
 * Stores the setup in this tab for as long as the server accepts a code of it: after a reload the scanned picture still
 * counts. Removed when it ends, at sign-out and for another user
 * (docs/decisions/0037-keep-the-steps-of-an-e-mail-change-over-a-reload.md).
 */
const pendingSetup = {
  read(user: number): Scanned | null {
    const { user: owner, until, secret, uri } = entry.read();
    const works = owner === user && typeof until === 'number' && Date.now() < until;
    if (works && typeof secret === 'string' && typeof uri === 'string') return { secret, uri };
    if (until !== undefined) entry.remove();
    return null;
  },
  keep: (user: number, { secret, uri }: Scanned) =>
    entry.save({ secret, uri, user, until: Date.now() + FACTOR.setupTtl }),
  end: () => entry.remove(),
};

interface StandingProps {
  factors: UserFactors;
  /** The button pressed last is unmounted: the focus moves here. */
  takesFocus: boolean;
  starting: boolean;
  onSetUp: () => void;
  onCodes: (codes: readonly string[]) => void;
}

/** Current state and actions. */
function Standing({ factors, takesFocus, starting, onSetUp, onCodes }: StandingProps) {
  const t = useTranslations('secondFactor');
  const { totp, passkeys, recovery_codes_left: left } = factors;
  const on = totp !== null || passkeys.length > 0;
  const status = useRef<HTMLParagraphElement>(null);
  const app = totp !== null;
  const shown = useRef({ on, app });
  useEffect(() => {
    if (takesFocus || shown.current.on !== on || shown.current.app !== app) status.current?.focus();
    shown.current = { on, app };
  }, [takesFocus, on, app]);

  return (
    <div className={styles.standing}>
      <p ref={status} tabIndex={-1}>
        <StatusDot tone={on ? 'good' : 'none'} /> {t(on ? 'on' : 'off')}
      </p>
      {on ? (
        <dl className={styles.rows}>
          <AppRow totp={totp} only={passkeys.length === 0} starting={starting} onSetUp={onSetUp} />
          <CodesRow left={left} onCodes={onCodes} />
        </dl>
      ) : (
        <div className={panel.foot}>
          <Button busy={starting} onClick={onSetUp}>
            {t(starting ? 'starting' : 'set_up')}
          </Button>
        </div>
      )}
      <Passkeys
        passkeys={passkeys}
        onlyFactor={totp === null}
        onAdded={(codes) => {
          if (codes) onCodes(codes);
        }}
      />
    </div>
  );
}

interface AppRowProps {
  totp: UserFactors['totp'];
  /** It is the only factor. */
  only: boolean;
  starting: boolean;
  onSetUp: () => void;
}

function AppRow({ totp, only, starting, onSetUp }: AppRowProps) {
  const t = useTranslations('secondFactor');
  const locale = useLocale();
  const [asking, setAsking] = useState(false);
  const [remove, { isLoading: removing }] = useTotpRemoveMutation();
  const question = only ? 'confirm_off' : 'confirm_app';
  return (
    <div>
      <dt>{t('app')}</dt>
      <dd>{totp ? t('app_since', { date: momentOf(totp.created_at, locale) }) : t('app_none')}</dd>
      <dd className={panel.foot}>
        <Button kind="line" size="sm" busy={starting} onClick={onSetUp}>
          {t(starting ? 'starting' : totp ? 'replace' : 'app_add')}
        </Button>
        {totp && (
          <Button kind="danger" size="sm" busy={removing} onClick={() => setAsking(true)}>
            {t(only ? 'turn_off' : 'remove_app')}
          </Button>
        )}
        {asking && (
          <ConfirmDialog
            title={t(`${question}.heading`)}
            confirm={t(`${question}.action`)}
            danger
            onClose={() => setAsking(false)}
            onConfirm={() =>
              void remove()
                .unwrap()
                .then(() => showToast(t(only ? 'turned_off' : 'app_removed')), throwUnlessApiFailure)
            }
          >
            <p>{t(`${question}.text`)}</p>
          </ConfirmDialog>
        )}
      </dd>
    </div>
  );
}

function CodesRow({ left, onCodes }: { left: number; onCodes: StandingProps['onCodes'] }) {
  const t = useTranslations('secondFactor');
  const [asking, setAsking] = useState(false);
  const [renew, { isLoading: renewing }] = useRecoveryCodesMutation();
  return (
    <div>
      <dt>{t('codes')}</dt>
      <dd>{left > 0 ? t('codes_left', { count: left }) : t('codes_none')}</dd>
      <dd>
        <Button kind="line" size="sm" busy={renewing} onClick={() => setAsking(true)}>
          {t('renew')}
        </Button>
        {asking && (
          <ConfirmDialog
            title={t('confirm_renew.heading')}
            confirm={t('confirm_renew.action')}
            onClose={() => setAsking(false)}
            // Stays open until the codes arrive: once the panel is left, nothing shows them.
            onConfirm={() =>
              renew()
                .unwrap()
                .then(({ recovery_codes }) => onCodes(recovery_codes))
            }
          >
            <p>{t('confirm_renew.text', { count: FACTOR.recoveryCodes })}</p>
          </ConfirmDialog>
        )}
      </dd>
    </div>
  );
}
