import { story } from '../story.ts';
import { Tabs } from './tabs.tsx';

export default { component: Tabs };

export const Links = story((say) => (
  <Tabs label={say('账号', 'Account')}>
    <a href="#sign-in" aria-current="page">
      {say('登录', 'Sign in')}
    </a>
    <a href="#register">{say('注册', 'Register')}</a>
    <a href="#reset">
      {say('重置密码', 'Reset password')} <span className="num">3</span>
    </a>
  </Tabs>
));
