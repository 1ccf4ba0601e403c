import { Button } from '../button/button.tsx';
import { Icon, type IconName } from '../icon/icon.tsx';

export type CopyState = 'idle' | 'copied' | 'failed';

interface CopyButtonViewProps {
  state: CopyState;
  /** The label of each state; `idle` says what is copied, such as "Copy command". */
  words: Record<CopyState, string>;
  onCopy: () => void;
  /** Shows the label beside the icon. */
  withText?: boolean;
}

const pictures: Record<CopyState, IconName> = { idle: 'copy', copied: 'check', failed: 'alert' };

/** Copies a text and shows the result on itself. */
export function CopyButtonView({ state, words, onCopy, withText = false }: CopyButtonViewProps) {
  return (
    <Button
      kind={withText ? 'line' : 'bare'}
      size="sm"
      iconOnly={!withText}
      aria-label={withText ? undefined : words[state]}
      data-state={state}
      onClick={onCopy}
    >
      <Icon name={pictures[state]} />
      {withText && words[state]}
    </Button>
  );
}
