import { Icon } from '../icon/icon.tsx';
import { story } from '../story.ts';
import { Button, buttonClass } from './button.tsx';

export default { component: Button };

export const Kinds = story((say) => (
  <div className="row">
    <Button>{say('安装', 'Install')}</Button>
    <Button kind="line">{say('预览', 'Preview')}</Button>
    <Button kind="bare">{say('编辑备注', 'Edit note')}</Button>
    <Button kind="danger">{say('撤回', 'Withdraw')}</Button>
    <a className={buttonClass} data-kind="line" href="#link">
      {say('是个链接', 'A link')}
    </a>
  </div>
));

export const Sizes = story((say) => (
  <div className="row">
    <Button size="lg">{say('大', 'Large')}</Button>
    <Button>{say('中', 'Medium')}</Button>
    <Button size="sm">{say('小', 'Small')}</Button>
    <Button kind="bare" iconOnly aria-label={say('复制', 'Copy')}>
      <Icon name="copy" />
    </Button>
    <Button kind="line" size="sm">
      <Icon name="download" />
      {say('下载', 'Download')}
    </Button>
  </div>
));

export const DisabledAndBusy = story((say) => (
  <div className="row">
    <Button disabled>{say('安装', 'Install')}</Button>
    <Button kind="line" disabled>
      {say('47 秒后再发', 'Send again in 47 s')}
    </Button>
    <Button busy>{say('正在安装', 'Installing')}</Button>
    <Button kind="line" size="lg" busy>
      {say('正在保存', 'Saving')}
    </Button>
  </div>
));
