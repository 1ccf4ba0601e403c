import { Dialog, SliderCaptcha } from '@yunduo/app-shell';
import type { CaptchaScene } from '@yunduo/validation';

interface CaptchaDialogProps {
  title: string;
  scene?: CaptchaScene;
  onClose: () => void;
  onTicket: (ticket: string) => void;
}

/**
 * The slider shown before a code or a form is sent. A default export, for `lazyWithRetry`: most visits never need it.
 */
export default function CaptchaDialog({
  title,
  scene = 'send_email',
  onClose,
  onTicket,
}: CaptchaDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <SliderCaptcha scene={scene} onTicket={(ticket) => onTicket(ticket)} />
    </Dialog>
  );
}
