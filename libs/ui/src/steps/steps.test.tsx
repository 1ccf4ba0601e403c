import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Steps } from './steps.tsx';

test('marks the current step and labels the completed ones', async () => {
  const { container } = render(
    <Steps
      label="Change e-mail"
      steps={['Verify identity', 'Verify new e-mail', 'Done']}
      current={1}
      doneLabel="done"
    />,
  );
  expect(screen.getByRole('list', { name: 'Change e-mail' })).toBeTruthy();
  const steps = screen.getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'Verify identity done',
    'Verify new e-mail',
    'Done',
  ]);
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null]);
  await expectAccessible(container);
});
