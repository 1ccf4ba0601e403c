import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { Command } from './command.tsx';

test('is a focusable group that contains only the command', async () => {
  const user = userEvent.setup();
  const { container } = render(
    <Command
      label="Install command"
      command="curl -fsSL https://get.example.com | sudo bash"
      copy={<button type="button">Copy</button>}
    />,
  );
  await user.tab();
  const line = screen.getByRole('group', { name: 'Install command' });
  expect(document.activeElement).toBe(line);
  expect(line.textContent).toBe('curl -fsSL https://get.example.com | sudo bash');
  await expectAccessible(container);
});

test('wrapped, it keeps options with their values and contains the unchanged line', () => {
  const digest = `'${'0'.repeat(64)}  install.sh'`;
  const command = `docker run -d --name yunduo -v data:/var/lib/yunduo image && echo ${digest} | sha256sum -c - && sh`;
  const { container } = render(<Command label="Install command" command={command} wrap />);
  expect(container.querySelector('[data-wrap]')).toBeTruthy();
  const line = screen.getByRole('group', { name: 'Install command' });
  expect(line.textContent).toBe(command);
  expect(line.getAttribute('tabindex')).toBeNull();
  expect(
    [...line.children].map((part) => [...part.children].map((word) => word.textContent?.trimEnd())),
  ).toEqual([
    ['docker', 'run', '-d', '--name yunduo', '-v data:/var/lib/yunduo', 'image', '&&'],
    ['echo', `'${'0'.repeat(64)}`, "install.sh'", '|', 'sha256sum', '-c', '-', '&&'],
    ['sh'],
  ]);
});

test.each([
  [32, 'whole'],
  [33, 'long'],
])('wrapped, a word of %d characters is %s', (length, look) => {
  render(<Command label="Install command" command={`echo ${'0'.repeat(length)} `} wrap />);
  const words = screen.getByRole('group', { name: 'Install command' }).firstElementChild?.children ?? [];
  expect([...words].map(({ className }) => className)).toEqual(['whole', look]);
});

test('wrapped, a long word breaks behind the parts of its address or digest', () => {
  const command = `docker pull registry.yunduo.test/yunduo/private@sha256:${'0'.repeat(64)} -f yunduo-1.4.0-windows-x64.zip`;
  render(<Command label="Install command" command={command} wrap />);
  const line = screen.getByRole('group', { name: 'Install command' });
  expect(line.textContent).toBe(command);
  expect([...(line.firstElementChild?.children ?? [])].map((part) => part.textContent)).toEqual([
    'docker ',
    'pull ',
    'registry.yunduo.test/',
    'yunduo/',
    'private@',
    'sha256:',
    `${'0'.repeat(64)} `,
    '-f yunduo-1.4.0-windows-x64.zip',
  ]);
});
