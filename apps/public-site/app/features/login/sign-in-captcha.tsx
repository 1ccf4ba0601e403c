import { SliderCaptcha } from '@yunduo/app-shell';
import { useWords } from '../../shell/words.ts';
import styles from './login.module.css';

interface SignInCaptchaProps {
  onTicket: (ticket: string) => void;
  onExpire: () => void;
}

/** The slider that the server asks for after failed tries. A default export, for `lazy`. */
export default function SignInCaptcha(props: SignInCaptchaProps) {
  const t = useWords('login');
  return (
    <div className={styles.captcha}>
      <p className="quiet">{t('captcha_sign_in')}</p>
      <SliderCaptcha scene="login" {...props} />
    </div>
  );
}
