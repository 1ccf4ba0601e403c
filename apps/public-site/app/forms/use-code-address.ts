import type { EmailScene } from '@yunduo/validation';
import { useEffect, useEffectEvent } from 'react';
import { codeAddress } from './code-address.ts';

interface AddressForm {
  values: { email: string };
  setValue: (name: 'email', value: string) => void;
}

/** Fills in the address that got a code before the page was loaded anew, and with it the resend countdown. */
export function useCodeAddress(scene: EmailScene, form: AddressForm): void {
  const restore = useEffectEvent(() => {
    const kept = codeAddress.read(scene);
    if (kept && !form.values.email) form.setValue('email', kept);
  });
  // After hydration: the server knows no address.
  useEffect(() => restore(), [scene]);
}
