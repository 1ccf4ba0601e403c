import { Dialog, SliderCaptcha } from '@yunduo/app-shell';

interface CaptchaDialogProps {
  title: string;
  onClose: () => void;
  onTicket: (ticket: string) => void;
}

/** The slider before a code is sent. A default export, for `lazy`: most visits never see it. */
export default function CaptchaDialog({ title, onClose, onTicket }: CaptchaDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <SliderCaptcha scene="send_email" onTicket={onTicket} />
    </Dialog>
  );
}
