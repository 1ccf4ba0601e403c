import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FileInput } from './file-input.tsx';

test('reports and shows the file that is chosen and offers the accepted types', async () => {
  const onChange = jest.fn();
  render(<FileInput choose="Choose file" aria-label="Request" accept=".json" onChange={onChange} />);
  const input = screen.getByLabelText<HTMLInputElement>('Request');
  await userEvent.upload(input, new File(['{}'], 'request.json'));
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(screen.getByText('request.json')).toBeTruthy();
  expect([input.type, input.accept, input.files?.[0]?.name]).toEqual(['file', '.json', 'request.json']);
});
