import { useState, type InputHTMLAttributes, type Ref } from 'react';
import { Icon } from '../icon/icon.tsx';
import { TextInput } from '../text-input/text-input.tsx';
import styles from './password-input.module.css';

interface PasswordInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  words: { show: string; hide: string };
  ref?: Ref<HTMLInputElement>;
}

/**
 * A password input with a reveal button. The button's label is its action; the input keeps focus and caret.
 */
export function PasswordInput({ words, className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.password}>
      <TextInput
        autoCapitalize="off"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={className}
      />
      <button
        type="button"
        aria-label={shown ? words.hide : words.show}
        aria-controls={rest.id}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} />
      </button>
    </span>
  );
}
