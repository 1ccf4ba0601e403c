import { Field } from '../field/field.tsx';
import { story } from '../story.ts';
import { PasswordInput } from './password-input.tsx';

export default { component: PasswordInput };

export const Password = story((say) => (
  <div className="narrow">
    <Field label={say('密码', 'Password')} hint={say('8 到 20 个字符', '8 to 20 characters')}>
      {(control) => (
        <PasswordInput
          {...control}
          words={{ show: say('显示密码', 'Show password'), hide: say('隐藏密码', 'Hide password') }}
          defaultValue="Yunduo2026"
        />
      )}
    </Field>
  </div>
));
