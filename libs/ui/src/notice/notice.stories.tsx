import { story } from '../story.ts';
import { Notice } from './notice.tsx';

export default { component: Notice };

export const Tones = story((say) => (
  <>
    <Notice>{say('时间为北京时间。', 'Times are Beijing time.')}</Notice>
    <Notice tone="good" title={say('已提交', 'Submitted')}>
      <p>{say('最晚 11 月 23 日答复。', 'You will get a reply by 23 November.')}</p>
    </Notice>
    <Notice
      tone="warn"
      title={say('审核员提出 2 条修改意见', '2 suggestions from the reviewer')}
      action={<a href="#open">{say('查看', 'View')}</a>}
    >
      <p>{say('一条尚未处理。', 'One is still open.')}</p>
    </Notice>
    <Notice tone="bad" title={say('未保存', 'Not saved')}>
      <p>{say('其他页面已修改此内容，你的输入已保留。', 'It was changed elsewhere. Your input is kept.')}</p>
    </Notice>
  </>
));
