import type { TotpSetup, User, UserFactors } from '@yunduo/api-contract';
import { Dialog, showToast, useLocale, useSharedWords } from '@yunduo/app-shell';
import {
  isApiFailure,
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
import { useWords } from '../../../shell/words.ts';
import panel from '../user.module.css';
import styles from './second-factor.module.css';
import { NewCodes, SetUp } from './steps.tsx';

/** What stands open: how it is, setting up an app, or new codes that are shown this once. */
type Stage =
  | { at: 'rest'; after?: 'step' }
  | { at: 'setup'; setup: TotpSetup }
  | { at: 'codes'; codes: readonly string[] };

/** A failed call has been reported by a toast; anything else is a defect. */
const told = (error: unknown): void => {
  if (!isApiFailure(error)) throw error;
};

/** Two-step sign-in: on or off, set up in a minute, recovery codes. A default export, for `lazyWithRetry`. */
export default function SecondFactor({ user }: { user: User }) {
  const t = useWords('secondFactor');
  const [stage, setStage] = useState<Stage>({ at: 'rest' });
  const { data, error, isFetching, refetch } = useFactorsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [begin, { isLoading: starting }] = useTotpBeginMutation();
  const rest = () => setStage({ at: 'rest', after: 'step' });
  const setUp = () =>
    begin()
      .unwrap()
      .then((setup) => setStage({ at: 'setup', setup }), told);

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
            setStage(codes ? { at: 'codes', codes } : { at: 'rest', after: 'step' });
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

interface StandingProps {
  factors: UserFactors;
  /** What was pressed last is gone: the focus goes on here. */
  takesFocus: boolean;
  starting: boolean;
  onSetUp: () => void;
  onCodes: (codes: readonly string[]) => void;
}

/** How it is now, and what can be done about it. */
function Standing({
  factors: { totp, recovery_codes_left: left },
  takesFocus,
  starting,
  onSetUp,
  onCodes,
}: StandingProps) {
  const t = useWords('secondFactor');
  const locale = useLocale();
  const [asking, setAsking] = useState<'off' | 'renew' | null>(null);
  const [remove, { isLoading: removing }] = useTotpRemoveMutation();
  const [renew, { isLoading: renewing }] = useRecoveryCodesMutation();
  const close = () => setAsking(null);
  const status = useRef<HTMLParagraphElement>(null);
  const on = totp !== null;
  const shown = useRef(on);
  useEffect(() => {
    if (takesFocus || shown.current !== on) status.current?.focus();
    shown.current = on;
  }, [takesFocus, on]);
  const head = (
    <p ref={status} tabIndex={-1}>
      <StatusDot tone={on ? 'good' : 'none'} /> {t(on ? 'on' : 'off')}
    </p>
  );

  if (!totp) {
    return (
      <>
        {head}
        <div className={panel.foot}>
          <Button busy={starting} onClick={onSetUp}>
            {t(starting ? 'starting' : 'set_up')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      {head}
      <dl className={styles.rows}>
        <div>
          <dt>{t('app')}</dt>
          <dd>{t('app_since', { date: momentOf(totp.created_at, locale) })}</dd>
          <dd className={panel.foot}>
            <Button kind="line" size="sm" busy={starting} onClick={onSetUp}>
              {t(starting ? 'starting' : 'replace')}
            </Button>
            <Button kind="danger" size="sm" busy={removing} onClick={() => setAsking('off')}>
              {t('turn_off')}
            </Button>
          </dd>
        </div>
        <div>
          <dt>{t('codes')}</dt>
          <dd>{left > 0 ? t('codes_left', { count: left }) : t('codes_none')}</dd>
          <dd>
            <Button kind="line" size="sm" busy={renewing} onClick={() => setAsking('renew')}>
              {t('renew')}
            </Button>
          </dd>
        </div>
      </dl>
      {asking === 'off' && (
        <Ask
          title={t('confirm_off.heading')}
          text={t('confirm_off.text')}
          action={t('confirm_off.action')}
          danger
          onClose={close}
          onConfirm={() =>
            void remove()
              .unwrap()
              .then(() => showToast(t('turned_off')), told)
          }
        />
      )}
      {asking === 'renew' && (
        <Ask
          title={t('confirm_renew.heading')}
          text={t('confirm_renew.text', { count: FACTOR.recoveryCodes })}
          action={t('confirm_renew.action')}
          onClose={close}
          onConfirm={() =>
            void renew()
              .unwrap()
              .then(({ recovery_codes }) => onCodes(recovery_codes), told)
          }
        />
      )}
    </>
  );
}

interface AskProps {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

function Ask({ title, text, action, danger, onClose, onConfirm }: AskProps) {
  const shell = useSharedWords('shell');
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            {shell('cancel')}
          </Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
