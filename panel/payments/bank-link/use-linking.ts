// The state of one bank link: window, accounts, the sign-in that a bank wants again, its end.
import { useEffect, useRef, useState } from 'react';
import { bank_link } from '../../../contract/vault/bank-link.ts';
import { ApiError, call } from '../../api.ts';
import { businessNow } from '../../business-time.ts';
import { type Linking, relinkIn, remainingMs } from './linking.ts';
import { signInAtBank } from './provider-window.ts';

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(error instanceof Error ? error.message : String(error), 0);
}

/** `onLost` is called when what may have been chosen pays no longer. */
export function useLinking(onLost: () => void) {
  const [state, setState] = useState<Linking>({ step: 'opening', relink: '' });
  // What answers after the view has gone, or after another start, changes nothing.
  const run = useRef(0);
  const begin = (next: Linking) => {
    run.current += 1;
    const mine = run.current;
    onLost();
    setState(next);
    return (then: Linking) => {
      if (mine === run.current) setState(then);
      return mine === run.current;
    };
  };

  const open = async (relink = '') => {
    const set = begin({ step: 'opening', relink });
    try {
      const { link_token, mode } = await call(bank_link.createToken, { input: { relink } });
      if (mode === 'simulated') return void set({ step: 'simulated', relink });
      const public_token = await signInAtBank(link_token);
      if (public_token === null) return void set({ step: 'closed', relink });
      if (set({ step: 'reading' })) await read(public_token, relink);
    } catch (error) {
      set({ step: 'failed', error: asApiError(error) });
    }
  };

  /** A window that signs in again gives nothing new: the handle names the bank. */
  const read = async (public_token: string, relink: string) => {
    const set = begin({ step: 'reading' });
    try {
      const input = relink === '' ? { public_token } : { relink };
      set({ step: 'choosing', ...(await call(bank_link.link, { input })) });
    } catch (error) {
      const asked_again = relinkIn(error);
      if (asked_again === '') set({ step: 'failed', error: asApiError(error) });
      else if (set({ step: 'opening', relink: asked_again })) await open(asked_again);
    }
  };

  const close = (relink: string) => void begin({ step: 'closed', relink });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the window opens with the view
  useEffect(() => {
    void open();
    return () => {
      run.current += 1;
    };
  }, []);

  const until = state.step === 'choosing' ? state.expires_at : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another end
  useEffect(() => {
    if (until === '') return;
    const wait_ms = remainingMs(until, businessNow());
    const timer = setTimeout(() => begin({ step: 'expired' }), wait_ms);
    return () => clearTimeout(timer);
  }, [until]);

  return { state, open, read, close };
}
