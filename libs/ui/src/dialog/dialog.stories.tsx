import { Button } from '../button/button.tsx';
import { Field } from '../field/field.tsx';
import { story } from '../story.ts';
import { TextInput } from '../text-input/text-input.tsx';
import { DialogView } from './dialog.tsx';

export default { component: DialogView };

export const Question = story((say) => (
  <DialogView
    title={say('撤回 1.4.1 的审核？', 'Withdraw 1.4.1 from review?')}
    onClose={() => undefined}
    closeLabel={say('关闭', 'Close')}
    footer={
      <>
        <Button kind="line">{say('继续审核', 'Keep in review')}</Button>
        <Button kind="danger">{say('撤回', 'Withdraw')}</Button>
      </>
    }
  >
    <p>
      {say(
        '审核会停下，已经等的时间不算数。随时可以再提交，到时重新计三个工作日。',
        'The review stops and its clock is lost. You can submit again at any time; a new three-day clock starts then.',
      )}
    </p>
  </DialogView>
));

export const WithField = story((say) => (
  <DialogView
    title={say('改备注', 'Edit note')}
    onClose={() => undefined}
    closeLabel={say('关闭', 'Close')}
    footer={
      <>
        <Button kind="line">{say('取消', 'Cancel')}</Button>
        <Button>{say('保存', 'Save')}</Button>
      </>
    }
  >
    <Field label={say('备注', 'Note')} hint={say('谁付的钱，用在哪里', 'Who pays, what it is for')}>
      {(control) => <TextInput {...control} />}
    </Field>
  </DialogView>
));
