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
      '这个应用正在被另一个人修改，你写的内容还在这个页面上，请先复制一份再刷新，然后把改动重新填进去提交。',
      'Somebody else is changing this application. What you typed is still on this page: copy it, reload, and put your changes back in before you submit them again.',
    )}
  </ToastView>
));
