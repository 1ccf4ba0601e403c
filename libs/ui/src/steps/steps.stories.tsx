import { story } from '../story.ts';
import { Steps } from './steps.tsx';

export default { component: Steps };

export const Way = story((say) => (
  <>
    {[0, 1, 3].map((current) => (
      <Steps
        key={current}
        label={say(`更换邮箱 ${current}`, `Change email ${current}`)}
        steps={[
          say('验证身份', 'Verify identity'),
          say('验证新邮箱', 'Verify new email'),
          say('完成', 'Done'),
        ]}
        current={current}
        doneLabel={say('已完成', 'done')}
      />
    ))}
  </>
));
