import type { DevAppItem } from '@yunduo/api-contract';
import { Field, Select } from '@yunduo/ui';

/** No app has this id: the token or webhook is for all apps. */
export const EVERY_APP = 0;

interface AppFieldProps {
  label: string;
  /** For all apps. */
  every: string;
  /** The app was deleted meanwhile: the form must not fall back to all apps. */
  gone: string;
  error: string | undefined;
  apps: readonly DevAppItem[];
  value: number;
  onChange: (id: number) => void;
}

/** One of the developer's apps, or all of them. */
export function AppField({ label, every, gone, error, apps, value, onChange }: AppFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(Number(target.value))}>
          <option value={EVERY_APP}>{every}</option>
          {value !== EVERY_APP && !apps.some(({ id }) => id === value) && (
            <option value={value}>{gone}</option>
          )}
          {apps.map((app) => (
            <option key={app.id} value={app.id}>
              {app.name || app.app_key}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
