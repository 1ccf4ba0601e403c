import { story } from '../story.ts';
import { Checkbox } from './checkbox.tsx';

export default { component: Checkbox };

export const States = story((say) => (
  <div className="narrow">
    <Checkbox defaultChecked>{say('只看已认证', 'Certified only')}</Checkbox>
    <Checkbox>
      {say('我已阅读并同意', 'I have read and agree to the ')}
      <a href="#agreement">{say('《用户协议》', 'User agreement')}</a>
      {say('和', ' and the ')}
      <a href="#privacy">{say('《隐私政策》', 'Privacy policy')}</a>
    </Checkbox>
    <Checkbox disabled>{say('Linux（即将推出）', 'Linux (coming soon)')}</Checkbox>
    <Checkbox error={say('请先阅读并同意', 'Please read and agree first')}>
      {say('我同意', 'I agree')}
    </Checkbox>
  </div>
));
