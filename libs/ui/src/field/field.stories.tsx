import { Button } from '../button/button.tsx';
import { story } from '../story.ts';
import { TextInput } from '../text-input/text-input.tsx';
import { ControlRow, Field } from './field.tsx';

export default { component: Field };

export const States = story((say) => (
  <div className="two">
    <Field
      label={say('昵称', 'Nickname')}
      hint={say('2 到 20 个字符，可用中文、字母和数字', 'Use 2 to 20 letters or digits')}
    >
      {(control) => <TextInput {...control} placeholder={say('怎么称呼你', 'What to call you')} />}
    </Field>
    <Field
      label={say('确认密码', 'Confirm password')}
      error={say('两次输入密码不一致', 'Passwords entered do not match')}
    >
      {(control) => <TextInput {...control} type="password" defaultValue="12345678" />}
    </Field>
    <Field label={say('标题', 'Title')} aside={<span className="quiet num">23/64</span>}>
      {(control) => (
        <TextInput {...control} defaultValue={say('终端里光标不见了', 'Terminal loses the cursor')} />
      )}
    </Field>
    <Field label={say('邮箱验证码', 'Email verification code')}>
      {(control) => (
        <ControlRow>
          <TextInput {...control} inputMode="numeric" placeholder={say('6 位数字', '6 digits')} />
          <Button kind="line">{say('发送验证码', 'Send code')}</Button>
        </ControlRow>
      )}
    </Field>
  </div>
));
