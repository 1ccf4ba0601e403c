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
        <Button kind="line">{say('取消', 'Cancel')}</Button>
        <Button kind="danger">{say('撤回', 'Withdraw')}</Button>
      </>
    }
  >
    <p>
      {say(
        '审核将停止，重新提交时重新计算三个工作日。',
        'The review stops. When you resubmit, a new period of three working days begins.',
      )}
    </p>
  </DialogView>
));

export const WithField = story((say) => (
  <DialogView
    title={say('编辑备注', 'Edit note')}
    onClose={() => undefined}
    closeLabel={say('关闭', 'Close')}
    footer={
      <>
        <Button kind="line">{say('取消', 'Cancel')}</Button>
        <Button>{say('保存', 'Save')}</Button>
      </>
    }
  >
    <Field label={say('备注', 'Note')} hint={say('付款人和用途', 'Payer and purpose')}>
      {(control) => <TextInput {...control} />}
    </Field>
  </DialogView>
));
