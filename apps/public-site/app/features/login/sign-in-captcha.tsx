import { SliderCaptcha } from '@yunduo/app-shell';
import { useWords } from '../../shell/words.ts';
import styles from './login.module.css';

interface SignInCaptchaProps {
  /** Hears where the ticket is to be had when the form is sent, however late that is. */
  onTicket: (ticket: () => Promise<string>) => void;
  /** Only for a file that does not come: the next try to sign in asks for it again. */
  onClose: () => void;
}

/** The slider that the server asks for after failed tries. A default export, for `lazyWithRetry`. */
export default function SignInCaptcha({ onTicket }: SignInCaptchaProps) {
  const t = useWords('login');
  return (
    <div className={styles.captcha}>
      <p className="quiet">{t('captcha_sign_in')}</p>
      <SliderCaptcha scene="login" onTicket={(_, current) => onTicket(current)} />
    </div>
  );
}
