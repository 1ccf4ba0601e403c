import type { DeviceRequest } from '@yunduo/api-contract';
import { LocaleLink, useAppSelector } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDeviceLookupMutation } from '@yunduo/data-access';
import { selectGeneration, selectSignedIn, signInPath } from '@yunduo/session';
import { Button, buttonClass, Field, focusHeading, Icon, Notice, TextInput } from '@yunduo/ui';
import { parseDeviceCode } from '@yunduo/validation';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { formSchema } from '../../forms/form-schema.ts';
import { NeedsScript } from '../../forms/needs-script.tsx';
import { seo } from '../../seo.ts';
import { TaskPage } from '../../shell/task-page.tsx';
import { useTranslations } from '../../shell/words.ts';
import type { Route } from './+types/route.ts';
import styles from './device.module.css';
import { Question } from './question.tsx';

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('device');
    return { title: t('title'), description: t('description'), index: false };
  });

/** The page where a user signs in a device that shows a code (RFC 8628 §3.3). Entered data belongs to one session. */
export default function DeviceRoute() {
  const signedIn = useAppSelector(selectSignedIn);
  const session = useAppSelector(selectGeneration);
  return signedIn ? <SignInDevice key={session} /> : <SignedOut />;
}

/** The steps in which a device is signed in, shown beside each of them. */
const STEPS = ['sign_in', 'code', 'allow'] as const;

function DevicePage({ current, children }: { current: (typeof STEPS)[number] | null; children: ReactNode }) {
  const t = useTranslations('device');
  return (
    <TaskPage
      beside={{
        heading: t('steps.heading'),
        items: STEPS.map((step) => ({ term: t(`steps.${step}`), text: t(`steps.${step}_text`) })),
        current: current === null ? STEPS.length : STEPS.indexOf(current),
      }}
    >
      <div className={styles.column}>{children}</div>
    </TaskPage>
  );
}

/** Also what the server renders: it knows neither the visitor nor the link's code. */
function SignedOut() {
  const t = useTranslations('device');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <DevicePage current="sign_in">
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('sign_in.lead')}</p>
      <NeedsScript />
      <Button size="lg" onClick={() => void navigate(signInPath(pathname + search))}>
        {t('sign_in.go')}
      </Button>
    </DevicePage>
  );
}

const CURRENT = { enter: 'code', ask: 'allow', allowed: null, denied: null } as const;

type Step = { at: 'enter' } | { at: 'ask' | 'allowed' | 'denied'; device: DeviceRequest };

/** The steps: code, device, result. Each replaces the previous one and takes the focus. */
function SignInDevice() {
  const [step, setStep] = useState<Step>({ at: 'enter' });
  const part = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current && part.current) focusHeading(part.current);
  }, [step]);
  const go = (next: Step) => {
    moved.current = true;
    setStep(next);
  };
  const again = () => go({ at: 'enter' });
  return (
    <DevicePage current={CURRENT[step.at]}>
      <div ref={part} className={styles.part}>
        {step.at === 'enter' ? (
          <EnterCode onFound={(device) => go({ at: 'ask', device })} />
        ) : step.at === 'ask' ? (
          <Question
            device={step.device}
            onDecided={(at) => go({ at, device: step.device })}
            onAgain={again}
          />
        ) : (
          <Decided at={step.at} device={step.device} onAgain={again} />
        )}
      </div>
    </DevicePage>
  );
}

function EnterCode({ onFound }: { onFound: (device: DeviceRequest) => void }) {
  const t = useTranslations('device');
  const [query] = useSearchParams();
  const given = parseDeviceCode(query.get('code') ?? '');
  const [lookup] = useDeviceLookupMutation();
  const form = useForm({
    id: 'device',
    initialValues: { user_code: given ?? '' },
    schema: formSchema('deviceCodeSchema'),
    draft: null,
    onSubmit: async (values) => onFound(await lookup(handledByForm(values)).unwrap()),
  });
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('enter.lead')}</p>
      <form {...form.form} className={styles.form}>
        {given && form.values.user_code === given && (
          <Notice>
            <p>{t('enter.from_link')}</p>
          </Notice>
        )}
        <Field
          id="device-code"
          label={t('enter.code')}
          hint={t('enter.hint')}
          error={form.errorOf('user_code')}
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.field('user_code')}
              className={styles.code}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
        <FormError error={form.error} />
        <Button type="submit" size="lg" busy={form.busy}>
          {t(form.busy ? 'enter.busy' : 'enter.submit')}
        </Button>
      </form>
    </>
  );
}

interface DecidedProps {
  at: 'allowed' | 'denied';
  device: DeviceRequest;
  onAgain: () => void;
}

function Decided({ at, device, onAgain }: DecidedProps) {
  const t = useTranslations('device');
  return (
    <>
      <span className={styles.mark} data-at={at}>
        <Icon name={at === 'allowed' ? 'check' : 'close'} />
      </span>
      <h1>{t(`${at}.heading`)}</h1>
      <p className={styles.lead}>{t(`${at}.lead`, { name: device.device_name })}</p>
      {at === 'allowed' ? (
        <LocaleLink className={buttonClass} data-kind="line" data-size="lg" to="/user?panel=account-info">
          {t('allowed.sessions')}
        </LocaleLink>
      ) : (
        <Button kind="line" size="lg" onClick={onAgain}>
          {t('denied.again')}
        </Button>
      )}
    </>
  );
}
