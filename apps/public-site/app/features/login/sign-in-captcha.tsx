import { SliderCaptcha } from '@yunduo/app-shell';
import { useTranslations } from '../../shell/words.ts';
import styles from './login.module.css';

interface SignInCaptchaProps {
  /** Receives a function that gets a valid ticket when the form is sent, however late that is. */
  onTicket: (ticket: () => Promise<string>) => void;
  /** Only if the chunk fails to load: the next attempt to sign in loads it again. */
  onClose: () => void;
}

/** The slider that the server demands after failed attempts. A default export, for `lazyWithRetry`. */
export default function SignInCaptcha({ onTicket }: SignInCaptchaProps) {
  const t = useTranslations('login');
  return (
    <div className={styles.captcha}>
      <p className="quiet">{t('captcha_sign_in')}</p>
      <SliderCaptcha scene="login" onTicket={(_, current) => onTicket(current)} />
    </div>
  );
}
