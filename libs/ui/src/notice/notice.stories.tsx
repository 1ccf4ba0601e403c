import { story } from '../story.ts';
import { Notice } from './notice.tsx';

export default { component: Notice };

export const Tones = story((say) => (
  <>
    <Notice>{say('时间为北京时间。', 'Times are Beijing time.')}</Notice>
    <Notice tone="good" title={say('已提交', 'Submitted')}>
      <p>{say('最晚 11 月 23 日答复。', 'You will hear by 23 November.')}</p>
    </Notice>
    <Notice
      tone="warn"
      title={say('审核有 2 条建议', '2 suggestions from review')}
      action={<a href="#open">{say('去看', 'Open')}</a>}
    >
      <p>{say('一条还没处理。', 'One is still open.')}</p>
    </Notice>
    <Notice tone="bad" title={say('没有保存', 'Not saved')}>
      <p>{say('别处刚刚改过，你写的还在。', 'It was changed elsewhere. What you typed is kept.')}</p>
    </Notice>
  </>
));
