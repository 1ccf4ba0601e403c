import { Button, SliderView } from '@yunduo/ui';
import { CAPTCHA } from '@yunduo/validation';
import { useSharedWords } from '../i18n/use-words.ts';
import styles from './slider-captcha.module.css';
import { useSliderCaptcha, type SliderCaptchaProps } from './use-slider-captcha.ts';
import { WorkAlternative } from './work-alternative.tsx';

/**
 * Slider verification (specification §4): drag or arrow keys, five states, and after three failures a way that needs
 * neither hand nor eye.
 */
export function SliderCaptcha(props: SliderCaptchaProps) {
  const t = useSharedWords('captcha');
  const slider = useSliderCaptcha(props);
  const offerWork = slider.failed.length >= CAPTCHA.failuresForAlternative && slider.state !== 'success';
  return (
    <div className={styles.captcha}>
      <SliderView
        label={t('label')}
        state={slider.state}
        status={t(slider.status)}
        picture={slider.picture}
        value={slider.value}
        onChange={slider.setValue}
        onAnswer={slider.answer}
        action={
          slider.state !== 'success' &&
          slider.state !== 'verifying' && (
            <Button kind="bare" size="sm" onClick={slider.renew}>
              {t(slider.stuck ? 'try_again' : 'refresh')}
            </Button>
          )
        }
      />
      {/* It stands there before: what appears along with its words is not read out. */}
      <p role="status" className={styles.offer}>
        {offerWork && t('alternative_offer')}
      </p>
      {offerWork && <WorkAlternative scene={props.scene} failed={slider.failed} onTicket={slider.accept} />}
    </div>
  );
}
