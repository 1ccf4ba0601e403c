import { story } from '../story.ts';
import { ToastView } from './toast.tsx';

export default { component: ToastView };

export const Failure = story((say) => (
  <ToastView kind="error" onClose={() => undefined} closeLabel={say('关闭', 'Close')}>
    {say('服务器繁忙，请稍后重试', 'The server is busy, please try again later')}
  </ToastView>
));

export const Success = story((say) => (
  <ToastView kind="success" onClose={() => undefined} closeLabel={say('关闭', 'Close')}>
    {say('登录成功', 'Login successful')}
  </ToastView>
));

export const Long = story((say) => (
  <ToastView kind="error" onClose={() => undefined} closeLabel={say('关闭', 'Close')}>
    {say(
      '其他人正在修改此应用。你的输入仍保留在此页面，请先复制再刷新，然后重新填写并提交。',
      'Someone else is editing this app. Your input is still on this page: copy it, reload the page, then enter your changes and submit them again.',
    )}
  </ToastView>
));
