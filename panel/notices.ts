// The one dialog that speaks for the whole panel, and its toasts, as a store without React.
import { ApiError } from './api.ts';
import { makeStore } from './store.ts';

export type Tone = 'info' | 'error' | 'warning' | 'plain';

export interface DialogButton {
  label: string;
  /** `primary` is filled and has the focus. */
  primary?: boolean;
  run?: () => void;
}

export interface Dialog {
  tone: Tone;
  title: string;
  text: string;
  /** Printed whole as `Error ID: …`. */
  error_id?: string;
  contact_support?: boolean;
  try_again?: boolean;
  /** Without any, a single OK. */
  buttons?: DialogButton[];
}

/** A notification (spec 1 §3). */
export interface Toast {
  id: number;
  type: 'success' | 'info' | 'warning' | 'error';
  message: string;
  /** Milliseconds until it closes by itself. */
  timeout: number;
  /** Takes back what it tells of, where the server can. */
  undo?: () => void;
}

export const dialogs = makeStore<Dialog | null>(null);
/** Opens the trace of an Error ID; null before one is signed in. */
export const trace_opener = makeStore<((error_id: string) => void) | null>(null);
export const toasts = makeStore<readonly Toast[]>([]);

const max_toasts = 3;
const shown_ms = 5000;
let last_id = 0;

export function showDialog(dialog: Dialog): void {
  dialogs.set(dialog);
}

export function closeDialog(): void {
  dialogs.set(null);
}

/** Asks once before changes that nobody saved are lost; staying is the button in front. */
export function confirmDiscard(text: string, label: string, go: () => void): void {
  showDialog({
    tone: 'warning',
    title: 'Changes are not saved',
    text,
    buttons: [
      { label, run: go },
      { label: 'Keep editing', primary: true },
    ],
  });
}

/** A toast at the bottom right: 5 s, at most three at a time (spec 1 §4). */
export function toast(message: string, type: Toast['type'] = 'success', undo?: () => void): void {
  last_id += 1;
  const one: Toast = { id: last_id, type, message, timeout: shown_ms, undo };
  toasts.set([...toasts.get(), one].slice(-max_toasts));
}

export function closeToast(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id));
}

/** An error dialog stands open. */
export function showsError(): boolean {
  return dialogs.get()?.tone === 'error';
}

/** Another try is answered the same way: something is not allowed, or not there. */
const final: readonly number[] = [403, 404];

/** The error dialog of spec 1 §8: the server's words, the Error ID, what to do next. */
export function showError(error: unknown): void {
  if (error instanceof ApiError && error.cancelled) return;
  const known = error instanceof ApiError;
  showDialog({
    tone: 'error',
    title: 'Error',
    text: error instanceof Error && error.message !== '' ? error.message : String(error),
    error_id: known ? error.correlation_id : '',
    contact_support: true,
    try_again: !known || !final.includes(error.status),
  });
}

/** Of a call that bypassed the query cache; the end of a session says itself what it is. */
export function showFailure(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 401)) showError(error);
}
