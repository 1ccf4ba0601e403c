import { Button, SliderView } from '@yunduo/ui';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import styles from './slider-captcha.module.css';
import { useSliderCaptcha, type SliderCaptchaProps } from './use-slider-captcha.ts';
import { WorkAlternative } from './work-alternative.tsx';

/**
 * The slider captcha (specification §4) in five states, with an alternative from the start that needs no
 * pointer, no sight and no time limit.
 */
export function SliderCaptcha(props: SliderCaptchaProps) {
  const t = useSharedTranslations('captcha');
  const slider = useSliderCaptcha(props);
  return (
    <div className={styles.captcha}>
      <SliderView
        label={t('label')}
        state={slider.state}
        status={t(slider.status)}
        picture={slider.picture}
        value={slider.value}
        onChange={slider.move}
        onAnswer={slider.answer}
        words={{
          verify: t('verify'),
          left: (by) => t('left', { by }),
          right: (by) => t('right', { by }),
        }}
        action={
          slider.state !== 'success' &&
          slider.state !== 'verifying' && (
            <Button kind="bare" size="sm" onClick={slider.renew}>
              {t(slider.stuck ? 'try_again' : 'refresh')}
            </Button>
          )
        }
      />
      {slider.state !== 'success' && (
        <WorkAlternative scene={props.scene} failed={slider.failed} onTicket={slider.accept} />
      )}
    </div>
  );
}
