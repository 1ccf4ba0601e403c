import { SliderCaptcha } from '@yunduo/app-shell';
import { useWords } from '../../shell/words.ts';
import styles from './login.module.css';

interface SignInCaptchaProps {
  onTicket: (ticket: string) => void;
  onExpire: () => void;
  /** Only for a file that does not come: the next try to sign in asks for it again. */
  onClose: () => void;
}

/** The slider that the server asks for after failed tries. A default export, for `onDemand`. */
export default function SignInCaptcha({ onTicket, onExpire }: SignInCaptchaProps) {
  const t = useWords('login');
  return (
    <div className={styles.captcha}>
      <p className="quiet">{t('captcha_sign_in')}</p>
      <SliderCaptcha scene="login" onTicket={onTicket} onExpire={onExpire} />
    </div>
  );
}
