import { expect, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { act, render } from '@testing-library/react';
import { detailFixture } from '../../app-pages/detail.fixture.ts';
import { listingDraft } from './listing-draft.ts';
import { DraftContext, useField } from './use-listing-draft.ts';
import { useFieldError } from './use-field-error.ts';

test('a change of one field renders only that field', async () => {
  localStorage.clear();
  const draft = listingDraft(detailFixture(), {
    save: () => new Promise(() => {}),
    reload: () => new Promise(() => {}),
    check: () => Promise.resolve({ 'intro.en': 'field_invalid' }),
  });
  const drawn = { name: 0, intro: 0 };
  function Of({ field }: { field: keyof typeof drawn }) {
    const { value } = useField(field);
    const fault = useFieldError(field)(`${field}.en`);
    drawn[field] += 1;
    return <p>{`${field}: ${value.en} ${fault ?? ''}`}</p>;
  }
  const { element } = inShell(
    <DraftContext value={{ draft, showMissing: true }}>
      <Of field="name" />
      <Of field="intro" />
    </DraftContext>,
    { locale: 'en', words: en },
  );
  const { container } = render(element);
  const first = { ...drawn };
  act(() => draft.change({ intro: { zh: '', en: 'Longer' } }));
  expect(drawn).toEqual({ name: first.name, intro: first.intro + 1 });
  expect(container.textContent).toContain('intro: Longer');
  // A validation error also re-renders this field, and again no other.
  await act(() => draft.flush());
  expect(drawn).toEqual({ name: first.name, intro: first.intro + 2 });
  expect(container.textContent).toMatch(/intro: Longer \S/);
});
